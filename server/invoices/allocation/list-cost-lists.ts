// Cost centres and legal entities as lists, each of the organisation that keeps it.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { type CostListName, costLists } from './cost-list.ts'

/** The columns that can be returned, filtered by and sorted by. */
export const costEntryListing = (name: CostListName) => {
  const own = (kind: Column['kind'], column: string): Column => ({
    kind,
    nullable: false,
    sql: sql.ref(`${costLists[name].table}.${column}`),
  })
  return {
    catalogue: {
      id: own('integer', 'id'),
      code: own('text', 'code'),
      name: own('text', 'name'),
      active: own('boolean', 'active'),
      version: own('integer', 'version'),
      createdAt: own('moment', 'created_at'),
      modifiedAt: own('moment', 'updated_at'),
    },
    id: { kind: 'integer', sql: sql.ref(`${costLists[name].table}.id`) },
  } as const satisfies Listing
}

/** The entries of the actor's organisation. */
export const costEntryRows = ({ db }: App, { organisationId }: Actor, name: CostListName): RowSource =>
  rowSource(
    db.selectFrom(costLists[name].table).where('organisation_id', '=', organisationId),
    costEntryListing(name),
  )
