// The favourites of a person: records that they still see.
import { kinds, type RecordType } from '../records/kinds.ts'
import { contractsVisibleTo } from '../contracts/access.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'

export interface Favourite {
  readonly kind: RecordType
  readonly id: number
  /** The number of a matter; null for a contract. */
  readonly displayId: string | null
  readonly name: string
  readonly addedAt: Date
  readonly place: number
}

/** The caller's favourites that they still see, the latest first. */
export async function listFavourites({ db, config }: App, actor: Actor): Promise<readonly Favourite[]> {
  const [matters, contracts] = await Promise.all([
    mattersVisibleTo(db, actor)
      .innerJoin('favourites', (join) =>
        join
          .onRef('favourites.organisation_id', '=', 'matters.organisation_id')
          .onRef('favourites.record_id', '=', 'matters.id'),
      )
      .where('favourites.user_id', '=', actor.userId)
      .where('favourites.kind', '=', kinds.matter.type)
      .select([
        'matters.id',
        'matters.name',
        'favourites.added_at as addedAt',
        'favourites.place',
        matterNumberSql(config.displayIdPrefix, 'matters.organisation_id', 'matters.number').as('displayId'),
      ])
      .execute(),
    contractsVisibleTo(db, actor)
      .innerJoin('favourites', (join) =>
        join
          .onRef('favourites.organisation_id', '=', 'contracts.organisation_id')
          .onRef('favourites.record_id', '=', 'contracts.id'),
      )
      .where('favourites.user_id', '=', actor.userId)
      .where('favourites.kind', '=', kinds.contract.type)
      .select(['contracts.id', 'contracts.name', 'favourites.added_at as addedAt', 'favourites.place'])
      .execute(),
  ])
  return [
    ...matters.map((row) => ({ ...row, kind: kinds.matter.type })),
    ...contracts.map((row) => ({ ...row, displayId: null, kind: kinds.contract.type })),
  ].sort((one, other) => other.place - one.place)
}
