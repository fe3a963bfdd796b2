// What a limited collection is, and those that most are like.
import { type RawBuilder, sql } from 'kysely'
import type { RecordKindName } from '../../../records/kinds.ts'

/** Whose entries are counted. */
export interface Whose {
  readonly organisationId: number
  readonly userId: string
  /** The record, type or field that they belong to. */
  readonly parentId: number
}

/** A collection with its limit. */
export interface Collection {
  /** As a person calls its entries. */
  readonly words: string
  readonly per: 'person' | 'organisation' | RecordKindName | 'field'
  readonly most: number
  /** What there is to do about it. */
  readonly instead: string
  /** Which calls add to it, the command line left aside. */
  readonly routes: readonly string[]
  /** What is counted: table and condition. */
  readonly rows: (whose: Whose) => RawBuilder<unknown>
}

/** What there is to do about most of them. */
export const remove = 'Delete some that are not used any more.'

/** Of an organisation, counted in a table of its own. */
export const ofOrganisation = (
  words: string,
  most: number,
  table: string,
  { routes, live = true, instead = remove }: { routes: readonly string[]; live?: boolean; instead?: string },
): Collection => ({
  words,
  per: 'organisation',
  most,
  instead,
  routes,
  rows: ({ organisationId }) =>
    sql`${sql.table(table)} where organisation_id = ${organisationId}${live ? sql` and deleted_at is null` : sql``}`,
})

/** Of a person in an organisation, 200 at most. */
export const ofPerson = (words: string, table: string, column: string, route: string): Collection => ({
  words,
  per: 'person',
  most: 200,
  instead: remove,
  routes: [route],
  rows: ({ organisationId, userId }) =>
    sql`${sql.table(table)} where organisation_id = ${organisationId} and ${sql.ref(column)} = ${userId}`,
})
