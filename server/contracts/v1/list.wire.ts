// The query of v1's list of contracts.
import type { FieldColumns } from '../../fields/field-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListQuery, SortKey } from '../../platform/list-query.ts'
import { fieldNamesIn } from '../../http/v1/fields.wire.ts'
import { filterFromV1, type Names, sortFromV1 } from '../../http/v1/filtering.ts'
import { contractColumnsFor, type ContractScope } from '../queries.ts'
import { columnOf, defaultColumns, findContractName } from './contracts.wire.ts'

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
  const findField = (name: string) =>
    Object.hasOwn(catalogue, name.toLowerCase()) && /^field_/i.test(name) ? name.toLowerCase() : undefined
  const names: Names = {
    find(name) {
      const known = findContractName(name)
      return known ? columnOf(known) : findField(name)
    },
    catalogue,
  }
  return {
    scope,
    columns,
    names: chosen(query.fields, (name) => findContractName(name) ?? findField(name)),
    query: {
      filter: filterFromV1(query, names),
      sort: sortFromV1(query, names, newestFirst),
      skip: query.skip ?? 0,
      take: query.take ?? 50,
    },
  }
}

function chosen(
  fields: readonly string[] | undefined,
  find: (name: string) => string | undefined,
): readonly string[] {
  const wanted = (fields ?? [])
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (wanted.length === 0) return defaultColumns
  const names = wanted
    .filter((name) => !['id', '$id'].includes(name.toLowerCase()))
    .map((name) => {
      const known = find(name)
      if (!known) throw badInput('fields', `Contracts have no column ${JSON.stringify(name.slice(0, 100))}.`)
      return known
    })
  return [...new Set(names)]
}
