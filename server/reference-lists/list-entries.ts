// The entries of a list as rows, each with how often it is used.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { placeSql } from '../platform/lists/placed.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { isEntrySql, type ReferenceList } from './reference-list.ts'
import { type Named, seenIds, type Use } from './uses.ts'

interface EntryRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly parent_id: number | null
  readonly allow_assignment: boolean | null
  readonly position: number
  readonly version: number
  readonly value: string | null
  readonly code: string | null
  readonly active: boolean | null
}

const columns: Listing['catalogue'] = {
  id: { kind: 'integer', nullable: false, sql: sql.ref('entries.id') },
  name: { kind: 'text', nullable: false, sql: sql.ref('entries.name') },
  description: { kind: 'text', nullable: true, sql: sql.ref('entries.description') },
  parentId: { kind: 'integer', nullable: true, sql: sql.ref('entries.parent_id') },
  allowAssignment: { kind: 'boolean', nullable: true, sql: sql.ref('entries.allow_assignment') },
  place: { kind: 'integer', nullable: false, sql: sql.ref('entries.position') },
  version: { kind: 'integer', nullable: false, sql: sql.ref('entries.version') },
  value: { kind: 'text', nullable: true, sql: sql.ref('entries.value') },
  code: { kind: 'text', nullable: true, sql: sql.ref('entries.code') },
  active: { kind: 'boolean', nullable: true, sql: sql.ref('entries.active') },
}

type SeenUse = Pick<Use, 'by' | 'ids'>

/** How many things name the entry, in all. */
const countSql = (uses: readonly SeenUse[], named: Named): RawBuilder<number> =>
  sql`(${sql.join(
    uses.map(({ ids }) => sql`(select count(distinct i.id) from (${ids(named)}) i)`),
    sql` + `,
  )})::int`

/** The same by what they are, as an object of numbers, without those that are none. */
const countsSql = (uses: readonly SeenUse[], named: Named): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_object_agg(u.kind, u.count) filter (where u.count > 0), '{}') from (${sql.join(
    uses.map(
      ({ by, ids }) => sql`select ${by}::text as kind, count(distinct i.id) as count from (${ids(named)}) i`,
    ),
    sql` union all `,
  )}) u)`

/** The entries of a list of the actor's organisation; the counts are of the uses that the actor may see. */
export function entryRows(app: App, actor: Actor, list: ReferenceList): RowSource {
  const { db } = app
  const { organisationId } = actor
  const nothing = sql`null::text`
  const rows = sql<EntryRow>`(select e.id, ${sql.ref(`e.${list.label}`)} as name,
      ${list.hasDescription ? sql`e.description` : nothing} as description,
      ${list.isTree ? sql`e.parent_id` : sql`null::bigint`} as parent_id,
      ${list.hasAssignment ? sql`e.allow_assignment` : sql`null::boolean`} as allow_assignment,
      ${list.ordered ? placeSql('e') : sql`0::bigint`} as position, e.version,
      ${list.field ? sql`e.value` : nothing} as value, ${list.hasCode ? sql`e.code` : nothing} as code,
      ${list.hasCode ? sql`e.active` : sql`null::boolean`} as active
    from ${sql.table(list.table)} e where ${isEntrySql(list, db, actor)})`
  const named = { organisationId, entry: sql<number>`entries.id` }
  const uses = list.uses.map((use) => ({ by: use.by, ids: (of: Named) => seenIds(app, actor, use, of) }))
  return rowSource(db.selectFrom(rows.as('entries')), {
    id: { kind: 'integer', sql: sql.ref('entries.id') },
    catalogue: {
      ...columns,
      uses: { kind: 'integer', nullable: false, sql: countSql(uses, named) },
      usedBy: { kind: 'text', nullable: false, sql: countsSql(uses, named) },
    },
  })
}
