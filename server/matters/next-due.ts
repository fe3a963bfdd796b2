// When the next thing is due in a matter: the earliest due time of its tasks that are still to be done.
import { sql, type SqlBool } from 'kysely'
import { type Column, type Comparison, typed, type Value } from '../platform/lists/list-query.ts'

const toDo = sql<SqlBool>`t.due_at is not null and t.status not in ('Complete', 'NotRequired')`
const ofMatter = sql<SqlBool>`t.organisation_id = matters.organisation_id and t.matter_id = matters.id and ${toDo}`

const signs = { lt: sql`<`, le: sql`<=`, gt: sql`>`, ge: sql`>=`, eq: sql`=` } as const

// not through access.ts: everybody who sees a matter sees its tasks
/** A task that is to be done and whose due time compares so. */
const some = (sign: keyof typeof signs, value: Value) =>
  sql<SqlBool>`exists (select 1 from tasks t where ${ofMatter} and t.due_at ${signs[sign]} ${typed('local', value)})`

// not through access.ts: everybody who sees a matter sees its tasks
const any = sql<SqlBool>`exists (select 1 from tasks t where ${ofMatter})`

/** Asked through the indexes of tasks, without working out the earliest of each matter. */
function compare(comparison: Comparison, value: Value): ReturnType<typeof some> {
  if (value === null) {
    if (comparison === 'eq') return sql<SqlBool>`not ${any}`
    return comparison === 'ne' ? any : sql<SqlBool>`false`
  }
  switch (comparison) {
    case 'lt':
    case 'le':
      return some(comparison, value)
    case 'gt':
      return sql<SqlBool>`(${some('gt', value)} and not ${some('le', value)})`
    case 'ge':
      return sql<SqlBool>`(${some('ge', value)} and not ${some('lt', value)})`
    case 'eq':
      return sql<SqlBool>`(${some('eq', value)} and not ${some('lt', value)})`
    default:
      return sql<SqlBool>`not (${some('eq', value)} and not ${some('lt', value)})`
  }
}

/** The column of lists. */
export const nextDueColumn: Column = {
  kind: 'local',
  nullable: true,
  // not through access.ts: everybody who sees a matter sees its tasks
  sql: sql`(select min(t.due_at) from tasks t where ${ofMatter})`,
  compare,
}
