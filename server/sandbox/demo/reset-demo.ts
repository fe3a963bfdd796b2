// Puts the demo of a sandbox back to its first state: what was done to it is removed, and it is made again.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { databaseErrorCode, type Tx } from '../../platform/postgres/database.ts'
import { hashPassword } from '../../identity/sessions/passwords.ts'
import { defaultPermissions } from '../../identity/users/user.ts'
import { clearDemo, type OtherPeople } from './clear-demo.ts'
import { completeDemo, whileNobodyElseMakesIt } from './ensure-demo.ts'
import { findDemoOrganisations } from './find-demo-organisations.ts'
import { demoPassword, organisations, people } from './plans/core-records.ts'
import { leaver, staff } from './plans/staff.ts'

/** What is there after a reset. */
export interface DemoReset {
  readonly organisations: readonly { readonly id: number; readonly name: string }[]
  readonly otherPeople: OtherPeople
}

interface Options {
  /** Called before anything is removed; throws to refuse. */
  readonly check?: (organisationIds: readonly number[]) => void
  /** Called when everything was removed. */
  readonly beforeSeeding?: () => Promise<void>
  /** Somebody who stays although the demo does not have them. */
  readonly callerId?: string
}

const foreignKeyViolation = '23503'
const attempts = 5
const invited = staff.filter((person) => person.invited).map(({ email }) => email)

/**
 * Removes everything in the demo's organisations and makes the demo again. The ids of its organisations and people
 * stay, and with them sessions, grants, and the integration clients with their secrets. Records get new ids. One that
 * is interrupted is completed at the next start. Throws conflict in a sandbox without a demo.
 */
export function resetDemo(app: App, { check, beforeSeeding, callerId }: Options = {}): Promise<DemoReset> {
  return whileNobodyElseMakesIt(app, async () => {
    const ids = await findDemoOrganisations(app.db)
    if (ids.size === 0 || !(await hasDemo(app)))
      throw conflict('This sandbox has no demo. "node bin/chancery.mjs seed" makes one.')
    check?.([...ids.values()])
    const otherPeople = await clear(app, ids, callerId)
    await beforeSeeding?.()
    await completeDemo(app)
    return {
      organisations: [...(await findDemoOrganisations(app.db))].map(([name, id]) => ({ id, name })),
      otherPeople,
    }
  })
}

const hasDemo = async (app: App) =>
  (await app.db.selectFrom('demo').select('begun_at').executeTakeFirst()) !== undefined

async function clear(
  app: App,
  ids: ReadonlyMap<string, number>,
  callerId: string | undefined,
): Promise<OtherPeople> {
  const passwordHash = await hashPassword(demoPassword)
  for (let attempt = 1; ; attempt++) {
    try {
      return await internalTransaction(app, async (tx, now) => {
        await tx.updateTable('demo').set({ finished_at: null }).execute()
        const keptIds = await restorePeople(tx, { ids, passwordHash, now })
        const organisationIds = [...ids.values()]
        const all = callerId === undefined ? keptIds : [...keptIds, callerId]
        const others = await clearDemo(tx, { organisationIds, keptIds: all, madeAgain: invited }, now)
        await restoreOrganisations(tx, ids, now)
        await restoreClient(tx, now)
        return others
      })
    } catch (error) {
      // somebody has added to what was about to be removed
      if (attempt === attempts || databaseErrorCode(error) !== foreignKeyViolation) throw error
    }
  }
}

interface Restored {
  readonly ids: ReadonlyMap<string, number>
  readonly passwordHash: string
  readonly now: Date
}

/**
 * Gives the people of the demo what they had at first, and returns their ids. Who was only invited is invited again.
 */
async function restorePeople(tx: Tx, { ids, passwordHash, now }: Restored): Promise<readonly string[]> {
  const kept: string[] = []
  for (const person of [...people, ...staff, leaver]) {
    if ('invited' in person && person.invited) continue
    const organisationId = ids.get(person.organisation)
    if (organisationId === undefined) continue
    const row = await tx
      .updateTable('users')
      .set({
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        role: person.role,
        custom_role_id: null,
        permissions: [
          ...defaultPermissions[person.role],
          ...('permissions' in person ? (person.permissions ?? []) : []),
        ],
        groups: [...('groups' in person ? (person.groups ?? []) : [])],
        status: 'Active',
        password_hash: person.email === leaver.email ? null : passwordHash,
        job_title: person.jobTitle,
        direct_phone: null,
        mobile_phone: null,
        biography: null,
        linkedin_url: null,
        hourly_rate: null,
        department_id: null,
        speciality_ids: [],
        created_by: null,
        updated_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('email_key', '=', person.email)
      .where('joined', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (row) kept.push(row.id)
  }
  return kept
}

async function restoreOrganisations(tx: Tx, ids: ReadonlyMap<string, number>, now: Date): Promise<void> {
  for (const { name, type, timeZone, currency } of organisations) {
    const id = ids.get(name)
    if (id === undefined) continue
    await tx
      .updateTable('organisations')
      .set({ name, type, time_zone: timeZone, currency, local_accounts: true, updated_at: now })
      .where('id', '=', id)
      .execute()
  }
}

/** The demo client can be used again if it was disabled; its secrets stay as they are. */
async function restoreClient(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('oauth_clients')
    .set({ status: 'Active', updated_at: now })
    .where('status', '<>', 'Active')
    .where('id', 'in', (eb) => eb.selectFrom('demo').select('client_id').$castTo<{ client_id: number }>())
    .execute()
}
