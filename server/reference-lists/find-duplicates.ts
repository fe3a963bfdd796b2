// Entries of one list that are probably the same: their names differ in punctuation, spacing or legal form only.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { bareNameSql } from '../platform/legal-forms.ts'
import { getList, isEntrySql } from './reference-list.ts'
import type { Entry } from './uses.ts'

const mostGroups = 50

export interface Duplicates {
  readonly entries: readonly Entry[]
}

/** Groups of two or more such entries, for administrators: 50 groups at most. */
export async function findDuplicates(
  { db }: App,
  actor: Actor,
  name: string,
): Promise<readonly Duplicates[]> {
  const list = await getList(db, actor, name)
  const label = sql.ref(`e.${list.label}`)
  const parent = list.isTree ? sql`coalesce(e.parent_id, 0)` : sql`0`
  const { rows } = await sql<Duplicates>`
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name, c.id) as entries from (
      select e.id, ${label} as name, ${bareNameSql(label)} as bare, ${parent} as parent from ${sql.table(list.table)} e
      where ${isEntrySql(list, db, actor)}) c
    where c.bare <> '' group by c.bare, c.parent having count(*) > 1 order by min(c.name) limit ${mostGroups}`.execute(
    db,
  )
  return rows
}
