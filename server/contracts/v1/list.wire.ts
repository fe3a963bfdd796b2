// The query of v1's list of contracts.
import type { FieldColumns } from '../../fields/field-columns.ts'
import { filterFromV1, type Names, sortFromV1 } from '../../http/v1/filtering.ts'
import { chosenColumns, columnOfListed, fieldNamesIn, findListed } from '../../http/v1/list-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ListQuery, SortKey } from '../../platform/list-query.ts'
import { contractColumnsFor, type ContractScope } from '../queries.ts'
import { contractProperties, defaultColumns } from './contracts.wire.ts'

const newestFirst: readonly SortKey[] = [{ name: 'createdAt', descending: true }]

type Query = Readonly<Record<string, unknown>> & {
  readonly context?: ContractScope
  readonly skip?: number
  readonly take?: number
  readonly fields?: readonly string[]
}

interface List {
  readonly scope: ContractScope
  readonly query: ListQuery
  readonly columns: FieldColumns
  readonly names: readonly string[]
}

/** Scope, filter, order, page and columns of a list; 400 names what the list does not know. */
export async function listFromV1(app: App, actor: Actor, query: Query): Promise<List> {
  const scope = query.context ?? 'Personal'
  const columns = await contractColumnsFor(app, actor, scope, fieldNamesIn(query))
  const { catalogue } = columns
  const find = (name: string) => findListed(name, contractProperties, catalogue)
  const names: Names = {
    find(name) {
      const known = find(name)
      return known === undefined ? undefined : columnOfListed(known, contractProperties)
    },
    catalogue,
  }
  return {
    scope,
    columns,
    names: chosenColumns(query.fields, find, { fallback: defaultColumns, things: 'Contracts' }),
    query: {
      filter: filterFromV1(query, names),
      sort: sortFromV1(query, names, newestFirst),
      skip: query.skip ?? 0,
      take: query.take ?? 50,
    },
  }
}
