// The favourites of a person: records that they still see.
import { contractsVisibleTo } from '../contracts/access.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'

export const favouriteKinds = ['Matter', 'Contract'] as const
export type FavouriteKind = (typeof favouriteKinds)[number]

export interface Favourite {
  readonly kind: FavouriteKind
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
      .where('favourites.kind', '=', 'Matter')
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
      .where('favourites.kind', '=', 'Contract')
      .select(['contracts.id', 'contracts.name', 'favourites.added_at as addedAt', 'favourites.place'])
      .execute(),
  ])
  return [
    ...matters.map((row) => ({ ...row, kind: 'Matter' as const })),
    ...contracts.map((row) => ({ ...row, displayId: null, kind: 'Contract' as const })),
  ].sort((one, other) => other.place - one.place)
}
