// The deadline that an organisation gives to steps for which nobody sets one.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import { isActivePersonOf } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { type Deadline, deadlineOf } from './timed-step.ts'

/** In working days. */
export const longestDeadline = 60

/** Throws 400, naming the property below `path`, for a deadline that cannot be kept or a person who cannot be asked. */
export async function checkDeadline(
  tx: Reader,
  organisationId: number,
  { workingDays, escalateTo }: Deadline,
  path: string,
): Promise<void> {
  if (!Number.isInteger(workingDays) || workingDays < 1 || workingDays > longestDeadline)
    throw badInput(`${path}.workingDays`, `must be a whole number from 1 to ${longestDeadline}.`)
  if (escalateTo !== null && !(await isActivePersonOf(tx, organisationId, escalateTo)))
    throw badInput(`${path}.escalateTo`, 'must be an active person of the organisation.')
}

/** Checks the deadlines that somebody set for steps that they add. */
export async function checkAddedDeadlines(
  tx: Reader,
  organisationId: number,
  added: readonly { readonly deadline?: Deadline | null; readonly path?: string }[],
): Promise<void> {
  for (const { deadline, path = 'deadline' } of added)
    if (deadline) await checkDeadline(tx, organisationId, deadline, path)
}

/** Null where steps that are added have no deadline unless somebody sets one. */
export async function readDefaultDeadline(db: Reader, organisationId: number): Promise<Deadline | null> {
  const row = await db
    .selectFrom('approval_defaults')
    .where('organisation_id', '=', organisationId)
    .select(['deadline_days', 'escalate_to'])
    .executeTakeFirst()
  return row === undefined ? null : deadlineOf(row)
}

/**
 * Sets it for the requests from now on, or removes it. Does nothing if it is the same. For administrators; throws 400
 * as `checkDeadline` does.
 */
export function setDefaultDeadline(app: App, actor: Actor, deadline: Deadline | null): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    if (deadline) await checkDeadline(tx, organisationId, deadline, 'deadline')
    const none = { workingDays: null, escalateTo: null }
    const before = (await readDefaultDeadline(tx, organisationId)) ?? none
    const changes = differencesOf(before, deadline ?? none, ['workingDays', 'escalateTo'])
    if (Object.keys(changes).length === 0) return { result: undefined, events: [] }
    await write(tx, organisationId, deadline)
    const event = organisationEvent('organisation.approvalDefaults.set', organisationId, { changes })
    return { result: undefined, events: [event] }
  })
}

async function write(tx: Tx, organisationId: number, deadline: Deadline | null): Promise<void> {
  if (deadline === null) {
    await tx.deleteFrom('approval_defaults').where('organisation_id', '=', organisationId).execute()
    return
  }
  const row = { deadline_days: deadline.workingDays, escalate_to: deadline.escalateTo }
  await tx
    .insertInto('approval_defaults')
    .values({ organisation_id: organisationId, ...row })
    .onConflict((existing) => existing.column('organisation_id').doUpdateSet(row))
    .execute()
}
