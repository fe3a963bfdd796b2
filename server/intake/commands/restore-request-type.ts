// Offering a request type again, and deleting one that nobody asked for.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { requestTypeEvent } from '../events.ts'

const titleTaken = {
  constraint: 'request_types_title_unique',
  message: 'Another request type has its title by now: change that one first.',
}

/**
 * Offers the type again, as it was; nothing happens if it is offered. For administrators of the organisation, as the
 * route demands; not_found for an unknown one, conflict if another one has its title.
 */
export function restoreRequestType(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  return mapUniqueViolation(titleTaken, () =>
    change(app, actor, async (tx) => {
      const { title, isDeleted } = await getAny(tx, actor, id)
      if (!isDeleted) return { result: undefined, events: [] }
      await checkRoom(tx, 'requestTypes', actor)
      await tx
        .updateTable('request_types')
        .set({ deleted_at: null })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      const events = [requestTypeEvent('requestType.restored', { organisationId, id }, { title })]
      return { result: undefined, events }
    }),
  )
}

/**
 * Deletes the type for good. For administrators of the organisation, as the route demands; not_found for an unknown
 * one, conflict while there are requests of it.
 */
export function purgeRequestType(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx) => {
    const { title } = await getAny(tx, actor, id)
    for (const table of ['requests', 'contract_requests'] as const) {
      const made = await tx
        .selectFrom(table)
        .where('organisation_id', '=', organisationId)
        .where('type_id', '=', id)
        .limit(1)
        .select('type_id')
        .executeTakeFirst()
      if (made) throw conflict('There are requests of this type: turn it off instead, and they keep it.')
    }
    await tx
      .deleteFrom('request_types')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const events = [requestTypeEvent('requestType.purged', { organisationId, id }, { title })]
    return { result: undefined, events }
  })
}

/** Whether offered or not. */
async function getAny(tx: Tx, { organisationId }: Pick<Actor, 'organisationId'>, id: number) {
  const row = await tx
    .selectFrom('request_types')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['title', 'deleted_at'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { title: row.title, isDeleted: row.deleted_at !== null }
}
