// Asking the legal department for something: a matter of the type that waits in intake.
import { sql } from 'kysely'
import type { ReadNewFields } from '../../fields/values/field-input.ts'
import { createWithin } from '../../matters/commands/create-matter.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { addDays } from '../../platform/time/local-time.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  canJoinRecordsOf,
  isActivePersonOf,
  isAssignableTeam,
} from '../../identity/users/people-on-records.ts'
import { noteAnswers } from '../answers.ts'
import { intakeEvent } from '../events.ts'
import { getRequestType, type RequestType } from '../request-types.ts'
import { longestText } from '../request.ts'

export interface NewRequest {
  readonly typeId: number
  /** By default the title of the type. */
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly urgent?: boolean | undefined
  readonly fields?: ReadNewFields
}

/**
 * Creates the matter with the manager and the team of the type, and returns its id, which is that of the request. A
 * request of a business user, and one without a manager, waits in intake.
 */
export function makeRequest(app: App, actor: Actor, input: NewRequest): Promise<number> {
  const description = input.description?.trim() || null
  if ((description ?? '').length > longestText) {
    throw badInput('description', `must have ${longestText} characters at most.`)
  }
  return change(app, actor, async (tx, now) => {
    const type = await typeOf(tx, actor, input.typeId)
    const answers = noteAnswers(input.fields)
    const snapshot = await stillThere(tx, actor, type)
    const { id, organisationId, events } = await createWithin(
      tx,
      actor,
      {
        organisationId: actor.organisationId,
        categoryId: type.categoryId,
        name: input.name ?? type.title,
        ...snapshot,
        ...(input.urgent === undefined ? {} : { urgent: input.urgent }),
        fields: answers.fields,
      },
      now,
    )
    const due =
      type.answerWithinDays === null
        ? null
        : addDays(await localDay(tx, organisationId, now), type.answerWithinDays)
    await tx
      .insertInto('requests')
      .values({
        organisation_id: organisationId,
        matter_id: id,
        type_id: type.id,
        requester_id: actor.userId,
        description,
        due,
        answers: sql`${answers.stored()}::jsonb`,
        created_at: now,
      })
      .execute()
    const requested = intakeEvent(
      'matter.intake.requested',
      { organisationId, id },
      {
        requestTypeId: type.id,
        requesterId: actor.userId,
        description,
        due,
      },
    )
    return { result: id, events: [...events, requested] }
  })
}

/**
 * The manager and the team of the type, as far as they can take the request: somebody who left since must not keep
 * people from asking. Business users bring in nobody from outside, so a manager of a law firm is left to the legal
 * department.
 */
async function stillThere(
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

async function typeOf(tx: Tx, actor: Actor, id: number) {
  try {
    return await getRequestType(tx, actor, id)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw badInput('typeId', 'must be a request type of your organisation; GET /v2/requestTypes lists them.')
  }
}
