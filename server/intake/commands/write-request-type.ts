// Creating, changing and deleting request types: what people of the organisation can ask for. For its administrators,
// as the routes demand.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { findUsableCategory } from '../../matters/categories.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { canJoinRecordsOf, isAssignableTeam } from '../../identity/users/people-on-records.ts'
import { requestTypeEvent } from '../events.ts'
import { getRequestType } from '../request-types.ts'
import { longestText } from '../request.ts'

/** What an administrator says of a type; null clears. */
export interface RequestTypeInput {
  readonly title?: string
  readonly help?: string | null
  readonly categoryId?: number
  readonly answerWithinDays?: number | null
  readonly managerId?: string | null
  readonly teamId?: number | null
}

const longestTitle = 255

const titleTaken = {
  constraint: 'request_types_title_unique',
  message: 'The organisation has a request type with this title.',
}

/** Creates the type and returns its id. */
export function createRequestType(
  app: App,
  actor: Actor,
  input: RequestTypeInput & { readonly title: string; readonly categoryId: number },
): Promise<number> {
  const { organisationId } = actor
  return mapUniqueViolation(titleTaken, () =>
    change(app, actor, async (tx, now) => {
      await check(tx, organisationId, input)
      await checkRoom(tx, 'requestTypes', actor)
      const { id } = await tx
        .insertInto('request_types')
        .values({
          organisation_id: organisationId,
          ...rowOf(input),
          title: input.title,
          category_id: input.categoryId,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result: id,
        events: [requestTypeEvent('requestType.created', { organisationId, id }, { ...input })],
      }
    }),
  )
}

/** Changes the type: an absent property stays. Requests that were made of it stay as they are. */
export function updateRequestType(
  app: App,
  actor: Actor,
  id: number,
  changes: RequestTypeInput,
): Promise<void> {
  const { organisationId } = actor
  return mapUniqueViolation(titleTaken, () =>
    change(app, actor, async (tx, now) => {
      const before = await getRequestType(tx, actor, id)
      await check(tx, organisationId, changes)
      const after = { ...before, ...changes }
      const differences = differencesOf(before, after, historyProperties)
      if (Object.keys(differences).length === 0) return { result: undefined, events: [] }
      await tx
        .updateTable('request_types')
        .set({ ...rowOf(after), title: after.title, category_id: after.categoryId, updated_at: now })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      const events = [
        requestTypeEvent('requestType.updated', { organisationId, id }, { changes: differences }),
      ]
      return { result: undefined, events }
    }),
  )
}

const historyProperties = ['title', 'help', 'categoryId', 'answerWithinDays', 'managerId', 'teamId'] as const

/** Deletes the type: nobody can ask for it any more. Requests that were made of it stay. */
export function deleteRequestType(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    const { title } = await getRequestType(tx, actor, id)
    await tx
      .updateTable('request_types')
      .set({ deleted_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const events = [requestTypeEvent('requestType.deleted', { organisationId, id }, { title })]
    return { result: undefined, events }
  })
}

const rowOf = ({ help, answerWithinDays, managerId, teamId }: RequestTypeInput) => ({
  help: help ?? null,
  answer_within_days: answerWithinDays ?? null,
  manager_id: managerId ?? null,
  team_id: teamId ?? null,
})

async function check(tx: Tx, organisationId: number, input: RequestTypeInput): Promise<void> {
  const { title, help, categoryId, answerWithinDays: days, managerId, teamId } = input
  if (title !== undefined && (title.trim() === '' || title.length > longestTitle)) {
    throw badInput('title', `must be a text of 1 to ${longestTitle} characters.`)
  }
  if ((help ?? '').length > longestText)
    throw badInput('help', `must have ${longestText} characters at most.`)
  if (typeof days === 'number' && !(Number.isInteger(days) && days >= 0 && days <= 365)) {
    throw badInput('answerWithinDays', 'must be a whole number of days from 0 to 365.')
  }
  const [category, manager, team] = await Promise.all([
    categoryId === undefined || findUsableCategory(tx, organisationId, categoryId),
    !managerId || canJoinRecordsOf(tx, organisationId, managerId),
    !teamId || isAssignableTeam(tx, organisationId, teamId),
  ])
  const errors = {
    ...(category ? {} : { categoryId: ['must be a matter type of your organisation that is not deleted.'] }),
    ...(manager
      ? {}
      : { managerId: ['must be an active person of your organisation, or of a law firm linked to it.'] }),
    ...(team ? {} : { teamId: ['must be a team that matters can be assigned to.'] }),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}
