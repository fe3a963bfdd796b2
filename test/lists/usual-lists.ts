// What people ask of the lists of each kind of records, for the tests of their plans.
import { namedColumnsFor } from '../../server/fields/list-columns-by-name.ts'
import type { Actor } from '../../server/platform/actor.ts'
import type { Comparison, Filter, ListQuery, Value } from '../../server/platform/lists/list-query.ts'
import type { Reader } from '../../server/platform/postgres/database.ts'
import type { Tables } from '../../server/platform/postgres/tables.ts'
import {
  columnsOfScope,
  countVisible,
  listingOf,
  listVisible,
  type VisibleList,
} from '../../server/records/lists/record-lists.ts'
import { pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import type { RecordBase, RecordKind } from '../../server/records/record-kind.ts'
import type { TestApp } from '../test-app.ts'

type Parts = Pick<TestApp, 'app'>
type AskedAgain = Omit<Parameters<typeof pageOfVisible>[3], 'columns' | 'count'>

/** The columns that lists are asked for. */
export const columns = ['id', 'name', 'ownerName', 'restricted', 'createdAt']

/** The lists of a kind; its type has no place in a table of tests. */
export const listsOf = <TB extends 'contracts' | 'matters', R extends RecordBase>(
  parts: Parts,
  kind: RecordKind<Tables, TB, R>,
  states: { readonly usual: string; readonly rare: string; readonly late?: string },
) => ({
  table: kind.table,
  states: Object.fromEntries(
    Object.entries(states).map(([name, value]): [string, Filter] => [
      name,
      { kind: 'compare', name: kind.list.status.name, comparison: 'eq', value },
    ]),
  ),
  listingOf: (actor: Actor) => listingOf(kind, parts.app, actor),
  columnsOf: (actor: Actor, fieldNames: readonly string[]) =>
    columnsOfScope(kind, parts.app, actor, { scope: 'Personal', fieldNames }),
  list: (db: Reader, actor: Actor, asked: VisibleList) =>
    listVisible(kind, { ...parts.app, db }, actor, asked),
  withCount: (db: Reader, actor: Actor, query: ListQuery) =>
    pageOfVisible(kind, { ...parts.app, db }, actor, { query, columns, count: true }),
  count: (db: Reader, actor: Actor, asked: Omit<VisibleList, 'columns'>) =>
    countVisible(kind, { ...parts.app, db }, actor, asked),
  fieldsOf: (actor: Actor) => namedColumnsFor(parts.app.db, actor, ['amount', 'risk'], kind.kind),
  /** Reads a page that has been asked for before: its statement is planned without the values of the caller. */
  repeating: async (actor: Actor, asked: AskedAgain) => {
    const app = { ...parts.app, config: { ...parts.app.config } }
    const read = (db: Reader) =>
      pageOfVisible(kind, { ...app, db }, actor, { ...asked, columns, count: false })
    await read(app.db)
    return read
  },
})
export type Lists = ReturnType<typeof listsOf>

const compare = (name: string, comparison: Comparison, value: Value): Filter => ({
  kind: 'compare',
  name,
  comparison,
  value,
})

/** What people filter lists by; of custom fields one that few have this value of, and one that many have. */
export async function usualFilters(parts: Parts, lists: Lists, actor: Actor) {
  const { app } = parts
  const { rows } = await app.database.pool.query<{ id: number; title: string }>(
    `select id, title from fields where organisation_id = $1 and title in ('Amount', 'Risk')`,
    [actor.organisationId],
  )
  const named = (title: string) => `field_${rows.find((each) => each.title === title)?.id}`
  const { catalogue } = await lists.columnsOf(actor, [named('Amount'), named('Risk')])
  return {
    listing: { ...lists.listingOf(actor), catalogue },
    filters: {
      ...lists.states,
      team: compare('teamId', 'eq', actor.teamIds[0] ?? null),
      owner: compare('ownerId', 'eq', actor.userId),
      restricted: compare('restricted', 'eq', false),
      created: compare('createdAt', 'lt', '2024-01-01T00:00:00Z'),
      beginning: compare('name', 'startswith', 'lease of offices with kauri 1'),
      choice: compare(named('Risk'), 'eq', 'High'),
      amount: compare(named('Amount'), 'gt', 100_000),
      greatest: compare(named('Amount'), 'gt', 499_900),
    },
  }
}

/** The same for the list of all visible records, which knows fields by their names. */
export async function repeatedFilters(parts: Parts, lists: Lists, actor: Actor) {
  const {
    choice: _c,
    amount: _a,
    greatest: _g,
    ...filters
  } = (await usualFilters(parts, lists, actor)).filters
  const fields = await lists.fieldsOf(actor)
  const asked = (filter: Filter) => ({ query: { filter } })
  const byField = (path: string, comparison: Comparison, value: Value) => ({
    ...asked(compare(`fields/${path}`, comparison, value)),
    fields,
  })
  return {
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, asked(filter)])),
    choice: byField('risk/label', 'eq', 'High'),
    amount: byField('amount', 'gt', 100_000),
    greatest: byField('amount', 'gt', 499_900),
  }
}

/** In the order of a custom field that all have, with filters that most of them, and many, meet. */
export async function sortedByField(lists: Lists, actor: Actor) {
  const fields = await lists.fieldsOf(actor)
  return {
    'its own value': { fields, query: { filter: compare('fields/amount', 'gt', 1_000) } },
    'another field': { fields, query: { filter: compare('fields/risk/label', 'ne', 'High') } },
    'a name': { fields, query: { filter: compare('name', 'contains', 'a') } },
    nothing: { fields, query: { filter: null } },
  }
}
