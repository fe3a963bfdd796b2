// Favourites: the records that a person keeps at hand.
import { kindOfType, type RecordType } from '../../records/kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Reader } from '../../platform/postgres/database.ts'

/** A record as a favourite. */
interface Favoured {
  readonly kind: RecordType
  readonly id: number
}

const organisationOf = async (app: App, db: Reader, actor: Actor, { kind, id }: Favoured): Promise<number> =>
  (await app.subjects[kindOfType(kind)].getToSee(db, actor, id)).organisationId

/** Adds the record to the caller's favourites, if it is not one already; not_found for what they do not see. */
export function addFavourite(app: App, actor: Actor, record: Favoured): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const organisationId = await organisationOf(app, tx, actor, record)
    await checkRoom(tx, 'favourites', actor)
    await tx
      .insertInto('favourites')
      .values({
        organisation_id: organisationId,
        user_id: actor.userId,
        kind: record.kind,
        record_id: record.id,
        added_at: now,
      })
      .onConflict((there) => there.doNothing())
      .execute()
    return { result: undefined, events: [] }
  })
}

/** Removes the record from the caller's favourites; does nothing if it is not one, so that it can be repeated. */
export function removeFavourite(app: App, actor: Actor, { kind, id }: Favoured): Promise<void> {
  return change(app, actor, async (tx) => {
    await tx
      .deleteFrom('favourites')
      .where('organisation_id', 'in', [...actor.organisationIds])
      .where('user_id', '=', actor.userId)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .execute()
    return { result: undefined, events: [] }
  })
}
