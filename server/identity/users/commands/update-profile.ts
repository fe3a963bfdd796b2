// Updating a person's name and profile, but not their rights.
import { isDeepStrictEqual } from 'node:util'
import { type Actor, checkAdministers } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { badInput } from '../../../platform/errors.ts'
import { checkShownName } from '../../../platform/shown-names.ts'
import { getAccountToChangeOneself } from '../access.ts'
import { personEvent } from '../events.ts'

/** What to update: an absent property is kept, null clears it. */
export interface ProfileChanges {
  readonly firstName?: string
  readonly lastName?: string
  readonly jobTitle?: string | null
  readonly directPhone?: string | null
  readonly mobilePhone?: string | null
  readonly biography?: string | null
  readonly linkedInUrl?: string | null
  /** In the currency of their organisation. */
  readonly hourlyRate?: number | null
  /** An active department of their organisation. */
  readonly departmentId?: number | null
  /** Codes of the practice areas they work in. */
  readonly specialityIds?: readonly number[]
}

/**
 * Applies the changes; does nothing if there is no difference. For the person and for administrators of their
 * organisation; the hourly rate for administrators only. Throws not_found for somebody whom the actor may not find,
 * forbidden for others.
 */
export async function updateProfile(
  app: App,
  actor: Actor | SystemActor,
  userId: string,
  changes: ProfileChanges,
): Promise<void> {
  if (typeof changes.hourlyRate === 'number' && !(changes.hourlyRate >= 0 && changes.hourlyRate < 1e12)) {
    throw badInput('hourlyRate', 'must be an amount of at least 0.')
  }
  for (const name of ['firstName', 'lastName'] as const) checkShownName(changes[name] ?? '', name)
  if (changes.linkedInUrl && !/^https:\/\/\S+$/.test(changes.linkedInUrl)) {
    throw badInput('linkedInUrl', 'must be an address that starts with https://.')
  }
  return change(app, actor, async (tx, now) => {
    const { organisationId } = await getAccountToChangeOneself(tx, actor, userId)
    const user = await tx.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirstOrThrow()
    const columns = columnsOf(changes)
    const changed = Object.entries(columns).filter(
      ([name, value]) => !isDeepStrictEqual(comparable(user[name as keyof typeof user]), comparable(value)),
    )
    if (changed.length === 0) return { result: undefined, events: [] }
    if (changes.departmentId) await checkDepartment(tx, organisationId, changes.departmentId)
    const isRate = changed.some(([name]) => name === 'hourly_rate')
    if (isRate && actor.userId !== null)
      checkAdministers(actor, 'Only an administrator of your organisation may set hourly rates.')
    await tx
      .updateTable('users')
      .set({ ...columns, updated_at: now })
      .where('id', '=', userId)
      .execute()
    const facts = {
      changed: changed.map(([name]) => name),
      changes: Object.fromEntries(
        changed.map(([name, value]) => [
          propertyNames[name as keyof typeof propertyNames],
          { from: comparable(user[name as keyof typeof user]), to: comparable(value) },
        ]),
      ),
    }
    const event = personEvent('user.profile.updated', { organisationId, userId }, facts)
    return { result: undefined, events: [event] }
  })
}

/** What the columns are called in the history. */
const propertyNames = {
  first_name: 'firstName',
  last_name: 'lastName',
  job_title: 'jobTitle',
  direct_phone: 'directPhone',
  mobile_phone: 'mobilePhone',
  biography: 'biography',
  linkedin_url: 'linkedInUrl',
  hourly_rate: 'hourlyRate',
  department_id: 'departmentId',
  speciality_ids: 'specialityIds',
} as const satisfies Record<keyof ReturnType<typeof columnsOf>, string>

// the database returns numerics and bigints as text, with all decimal places
const comparable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(comparable)
    : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : value

function columnsOf(changes: ProfileChanges) {
  const { firstName, lastName, jobTitle, directPhone, mobilePhone, biography, linkedInUrl, hourlyRate } =
    changes
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
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
  if (!found) throw badInput('departmentId', "must be a department of the person's organisation.")
}
