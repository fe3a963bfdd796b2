// Creating, changing and deleting request types: what people of the organisation can ask for. For its administrators,
// as the routes demand.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { AppError, badInput, badInputs } from '../../platform/errors.ts'
import { getTemplate } from '../../contracts/templates.ts'
import { getForm } from '../../fields/form.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { findUsableCategory } from '../../matters/categories.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { canJoinRecordsOf, isAssignableTeam } from '../../identity/users/people-on-records.ts'
import { checkAssignsToOthers } from '../../identity/users/write-teams.ts'
import { type Bound, checkBounds, type GivenBound, type KnownBound, writeBounds } from '../bounds.ts'
import { requestTypeEvent } from '../events.ts'
import { getRequestType } from '../request-types.ts'
import { longestText } from '../request.ts'

/** What an administrator says of a type; null clears. */
export interface RequestTypeInput {
  readonly title?: string
  readonly help?: string | null
  readonly categoryId?: number
  readonly answerWithinDays?: number | null
  /** In place of days: each of the two takes the place of the other. */
  readonly answerWithinHours?: number | null
  readonly managerId?: string | null
  readonly teamId?: number | null
  /** The contract type that requests of it make a contract of; null for matters only. */
  readonly templateId?: number | null
  readonly selfService?: boolean
  readonly bounds?: readonly GivenBound[]
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
      await check(tx, actor, input)
      const bounds = await checkContract(tx, organisationId, {
        ...input,
        templateId: input.templateId ?? null,
      })
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
      await writeBounds(tx, { organisationId, typeId: id }, bounds)
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
      await check(tx, actor, changes, before)
      const { bounds: givenBounds, ...rest } = changes
      const after = { ...before, ...rest }
      const same = after.templateId === before.templateId ? before.bounds.map(givenAgain) : []
      const bounds = await checkContract(tx, organisationId, { ...after, bounds: givenBounds ?? same })
      const differences = {
        ...differencesOf(before, after, historyProperties),
        ...boundsChanged(before.bounds, bounds),
      }
      if (Object.keys(differences).length === 0) return { result: undefined, events: [] }
      await tx
        .updateTable('request_types')
        .set({ ...rowOf(after), title: after.title, category_id: after.categoryId, updated_at: now })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      await writeBounds(tx, { organisationId, typeId: id }, bounds)
      const events = [
        requestTypeEvent('requestType.updated', { organisationId, id }, { changes: differences }),
      ]
      return { result: undefined, events }
    }),
  )
}

const historyProperties = [
  'title',
  'help',
  'categoryId',
  'answerWithinDays',
  'answerWithinHours',
  'managerId',
  'teamId',
  'templateId',
  'selfService',
] as const

/** A bound that is there, as it would be given. */
const givenAgain = ({ fieldId, atMost, oneOf, orEmpty }: Bound): GivenBound => ({
  field: fieldId,
  atMost: atMost === null ? null : Number(atMost),
  oneOf,
  orEmpty,
})

function boundsChanged(before: readonly KnownBound[], after: readonly Bound[]) {
  const [from, to] = [before, after].map((some) =>
    some.map(({ fieldId, atMost, oneOf, orEmpty }) =>
      [fieldId, atMost ?? oneOf?.join(', '), orEmpty ? 'or empty' : ''].join(' ').trim(),
    ),
  )
  return JSON.stringify(from) === JSON.stringify(to) ? {} : { bounds: { from, to } }
}

/**
 * The bounds of a type as they are stored. Throws 400 for a contract type without a wizard, and for self-service or
 * bounds without a contract type.
 */
async function checkContract(
  tx: Tx,
  organisationId: number,
  { templateId = null, selfService = false, bounds = [] }: RequestTypeInput,
): Promise<readonly Bound[]> {
  if (templateId === null) {
    if (selfService) throw badInput('selfService', 'needs a contract type, which the request makes.')
    if (bounds.length > 0)
      throw badInput('bounds', 'need a contract type, whose wizard asks what they are about.')
    return []
  }
  const template = await getTemplate(tx, { organisationId }, templateId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (!template?.hasWizard)
    throw badInput('templateId', 'must be a contract type of your organisation with a wizard (hasWizard).')
  return checkBounds(bounds, await getForm(tx, { organisationId, form: 'ContractWizard', templateId }))
}

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

const rowOf = ({
  help,
  answerWithinDays,
  answerWithinHours,
  managerId,
  teamId,
  templateId,
  selfService,
}: Omit<RequestTypeInput, 'bounds'>) => ({
  help: help ?? null,
  answer_within_days: answerWithinDays ?? null,
  answer_within_hours: answerWithinHours ?? null,
  manager_id: managerId ?? null,
  team_id: teamId ?? null,
  template_id: templateId ?? null,
  self_service: selfService ?? false,
})

async function check(
  tx: Tx,
  actor: Actor,
  input: RequestTypeInput,
  before?: Pick<RequestTypeInput, 'teamId'>,
): Promise<void> {
  const { organisationId } = actor
  const { title, help, categoryId, managerId, teamId } = input
  const { answerWithinDays: days, answerWithinHours: hours } = input
  if (title !== undefined && (title.trim() === '' || title.length > longestTitle)) {
    throw badInput('title', `must be a text of 1 to ${longestTitle} characters.`)
  }
  if ((help ?? '').length > longestText)
    throw badInput('help', `must have ${longestText} characters at most.`)
  if (typeof days === 'number' && !(Number.isInteger(days) && days >= 0 && days <= 365)) {
    throw badInput('answerWithinDays', 'must be a whole number of days from 0 to 365.')
  }
  if (typeof hours === 'number') {
    if (!(Number.isInteger(hours) && hours >= 1 && hours <= 500))
      throw badInput('answerWithinHours', 'must be a whole number of hours from 1 to 500.')
    if (typeof days === 'number') throw badInput('answerWithinHours', 'cannot be set together with days.')
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
  if (teamId && teamId !== before?.teamId)
    await checkAssignsToOthers(tx, actor, { organisationId, id: teamId, sees: 'MatterAdministrators' })
}
