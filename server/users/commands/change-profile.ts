// Changes what is known of a person beside their name, role and rights.
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/database.ts'
import { badInput, notFound } from '../../platform/errors.ts'

/** What is to change: an absent property stays as it is, null clears. */
export interface ProfileChanges {
  readonly jobTitle?: string | null
  readonly directPhone?: string | null
  readonly mobilePhone?: string | null
  readonly biography?: string | null
  readonly linkedInUrl?: string | null
  /** In the currency of their organisation. */
  readonly hourlyRate?: number | null
  /** A department of their organisation that is in use. */
  readonly departmentId?: number | null
  /** Codes of the fields of law they work in. */
  readonly specialityIds?: readonly number[]
}

/** Applies the changes; nothing happens when they change nothing; not_found when there is no such person. */
export function changeProfile(
  app: App,
  actor: SystemActor,
  userId: string,
  changes: ProfileChanges,
): Promise<void> {
  if (typeof changes.hourlyRate === 'number' && !(changes.hourlyRate >= 0 && changes.hourlyRate < 1e12)) {
    throw badInput('hourlyRate', 'hourlyRate must be an amount from 0 on.')
  }
  if (changes.linkedInUrl && !/^https:\/\/\S+$/.test(changes.linkedInUrl)) {
    throw badInput('linkedInUrl', 'linkedInUrl must be an address that begins with https://.')
  }
  return change(app, actor, async (tx, now) => {
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw notFound()
    const columns = columnsOf(changes)
    const changed = Object.entries(columns).filter(
      ([name, value]) => !isDeepStrictEqual(comparable(user[name as keyof typeof user]), comparable(value)),
    )
    if (changed.length === 0) return { result: undefined, events: [] }
    if (changes.departmentId) await checkDepartment(tx, user.organisation_id, changes.departmentId)
    await tx
      .updateTable('users')
      .set({ ...columns, updated_at: now })
      .where('id', '=', userId)
      .execute()
    const event = {
      name: 'user.profile.updated',
      organisationId: user.organisation_id,
      resource: { kind: 'user', id: null },
      subject: null,
      facts: { userId, changed: changed.map(([name]) => name) },
    }
    return { result: undefined, events: [event] }
  })
}

// the database gives numerics and bigints back as text, with all their places
const comparable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(comparable)
    : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : value

function columnsOf(changes: ProfileChanges) {
  const { jobTitle, directPhone, mobilePhone, biography, linkedInUrl, hourlyRate } = changes
  return {
    ...(jobTitle === undefined ? {} : { job_title: jobTitle }),
    ...(directPhone === undefined ? {} : { direct_phone: directPhone }),
    ...(mobilePhone === undefined ? {} : { mobile_phone: mobilePhone }),
    ...(biography === undefined ? {} : { biography }),
    ...(linkedInUrl === undefined ? {} : { linkedin_url: linkedInUrl }),
    ...(hourlyRate === undefined ? {} : { hourly_rate: hourlyRate === null ? null : String(hourlyRate) }),
    ...(changes.departmentId === undefined ? {} : { department_id: changes.departmentId }),
    ...(changes.specialityIds === undefined ? {} : { speciality_ids: [...changes.specialityIds] }),
  }
}

async function checkDepartment(tx: Tx, organisationId: number, id: number): Promise<void> {
  const found = await tx
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!found)
    throw badInput('departmentId', "departmentId must be a department of the person's organisation.")
}
