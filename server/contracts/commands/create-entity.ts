// Adding a party that contracts are made with.
import { partyCreated } from '../../fields/commands/party-named.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { violates } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'

/** Adds the party to the organisation's list and returns its id. Throws conflict when the name exists, in any case. */
export function createEntity(app: App, actor: Actor, name: string): Promise<number> {
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'parties', actor)
    const { id } = await tx
      .insertInto('contract_entities')
      .values({ organisation_id: actor.organisationId, name, created_by: actor.userId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: id, events: [partyCreated(actor.organisationId, id, name)] }
  }).catch((error: unknown) => {
    if (!violates(error, 'contract_entities_name_unique')) throw error
    throw conflict(`There is a party named ${name} already.`)
  })
}
