// The matter of a request, with the manager and the team of its type.
import { sql } from 'kysely'
import type { Known } from '../../fields/values/carried.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { readWorkingCalendar, workingTimeOf, worksOn } from '../../identity/organisations/working-calendar.ts'
import {
  canJoinRecordsOf,
  isActivePersonOf,
  isAssignableTeam,
} from '../../identity/users/people-on-records.ts'
import { createWithin, type NewMatter } from '../../matters/commands/create-matter.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addWorkingDays, addWorkingHours, todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import type { StoredAnswer } from '../answers.ts'
import { intakeEvent } from '../events.ts'
import type { RequestType } from '../request-types.ts'

interface AskedMatter extends Pick<NewMatter, 'urgent' | 'fields'> {
  readonly type: RequestType
  readonly name: string
  readonly description: string | null
  /** What was answered on another form than that of the matter, which is not filled in then. */
  readonly known?: readonly Known[]
  readonly answers: () => readonly StoredAnswer[]
  readonly now: Date
}

/** Creates the matter of a request, with the request. */
export async function requestMatter(
  tx: Tx,
  actor: Actor,
  { type, name, description, urgent, fields, known, answers, now }: AskedMatter,
): Promise<{
  readonly id: number
  readonly managerId: string | null
  readonly teamId: number | null
  readonly events: readonly DomainEvent[]
}> {
  const people = await stillThere(tx, actor, type)
  const { id, organisationId, events } = await createWithin(
    tx,
    actor,
    {
      organisationId: actor.organisationId,
      categoryId: type.categoryId,
      name,
      ...people,
      ...(urgent === undefined ? {} : { urgent }),
      ...(fields === undefined ? {} : { fields }),
      ...(known === undefined ? {} : { known }),
    },
    now,
  )
  const { due, dueAt } = await promiseOf(tx, type, now)
  await tx
    .insertInto('requests')
    .values({
      organisation_id: organisationId,
      matter_id: id,
      type_id: type.id,
      requester_id: actor.userId,
      description,
      due,
      due_at: dueAt,
      answers: sql`${JSON.stringify(answers())}::jsonb`,
      created_at: now,
    })
    .execute()
  const facts = { requestTypeId: type.id, requesterId: actor.userId, description, due }
  const requested = intakeEvent('matter.intake.requested', { organisationId, id }, facts)
  return { id, ...people, events: [...events, requested] }
}

/** Until when an answer is promised: the day, and of a promise within hours the moment. */
async function promiseOf(
  tx: Tx,
  { organisationId, answerWithinDays: days, answerWithinHours: hours }: RequestType,
  now: Date,
): Promise<{ readonly due: string | null; readonly dueAt: Date | null }> {
  if (days === null && hours === null) return { due: null, dueAt: null }
  const calendar = await readWorkingCalendar(tx, organisationId)
  if (hours !== null) {
    const timeZone = await timeZoneOf(tx, organisationId)
    const dueAt = addWorkingHours(now, hours, workingTimeOf(calendar, timeZone))
    return { due: todayIn(timeZone, dueAt).day(0), dueAt }
  }
  const due = addWorkingDays(await localDay(tx, organisationId, now), days ?? 0, worksOn(calendar))
  return { due, dueAt: null }
}

/**
 * The manager and the team of the type, as far as they can take the request: somebody who left since must not keep
 * people from asking. Business users bring in nobody from outside, so a manager of a law firm is left to the legal
 * department.
 */
export async function stillThere(
  tx: Tx,
  { role }: Actor,
  { organisationId, managerId, teamId }: RequestType,
): Promise<{ readonly managerId: string | null; readonly teamId: number | null }> {
  const canManage = role === 'Standard' ? isActivePersonOf : canJoinRecordsOf
  const [manager, team] = await Promise.all([
    managerId !== null && canManage(tx, organisationId, managerId),
    teamId !== null && isAssignableTeam(tx, organisationId, teamId),
  ])
  return { managerId: manager ? managerId : null, teamId: team ? teamId : null }
}
