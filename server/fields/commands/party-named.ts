// The party that contracts are made with, by its name.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hasUniqueText } from '../../platform/postgres/unique-text.ts'

interface Named {
  readonly organisationId: number
  readonly name: string
  readonly now: Date
}

/** The id of the party with this name, in any case; it is put on the list of the organisation if it is not there. */
export async function partyNamed(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { organisationId, name, now }: Named,
): Promise<{ readonly id: number; readonly events: readonly DomainEvent[] }> {
  const find = () =>
    tx
      .selectFrom('contract_entities')
      .where('organisation_id', '=', organisationId)
      .where(hasUniqueText('name', name))
      .orderBy('id')
      .select('id')
      // so that it is not deleted or merged before a value names it
      .forShare()
      .executeTakeFirst()
  const there = await find()
  if (there) return { id: there.id, events: [] }
  await checkRoom(tx, 'parties', { organisationId })
  const added = await tx
    .insertInto('contract_entities')
    .values({ organisation_id: organisationId, name, created_by: actor.userId, created_at: now })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { id: added.id, events: [partyCreated(organisationId, added.id, name)] }
  // somebody else added it meanwhile
  const other = await find()
  if (!other) throw new Error('The party was neither added nor found')
  return { id: other.id, events: [] }
}

/** A party was put on the list of an organisation: history only. */
export const partyCreated = (organisationId: number, id: number, name: string): DomainEvent => ({
  name: 'contract-entity.created',
  organisationId,
  resource: { kind: 'contract-entity', id },
  subject: null,
  facts: { name },
})
