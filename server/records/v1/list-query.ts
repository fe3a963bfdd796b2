// v1's lists of records (matters, contracts): their parameters, and parsing a request.
import Type from 'typebox'
import type { ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import { listQueryFromV1, multiFilteringQuery, type Names, sortingQuery } from '../../http/v1/filtering.ts'
import {
  chosenColumns,
  columnOfListed,
  fieldNamesIn,
  findListed,
  type ListedColumns,
  type ListedProperties,
} from '../../http/v1/list-columns.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'

/** The query schema of a list with these contexts. */
export const recordListQuery = <const Scope extends string>(scopes: readonly Scope[]) =>
  Type.Object({
    ...skipQuery,
    fields: Type.Optional(Type.Array(Type.String())),
    ...multiFilteringQuery,
    ...sortingQuery,
    ...takeQuery(),
    context: Type.Optional(Type.Unsafe<Scope>({ type: 'string', enum: [...scopes], default: 'Personal' })),
  })

/** The schema of a page: each row has the selected columns. */
export const recordPage = Type.Object({
  data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  total: Type.Integer(),
})

/** rows contain exactly the selected columns, so the schema would remove nothing */
export const recordPageSerializer = () => JSON.stringify

const newestFirst: readonly SortKey[] = [{ name: 'createdAt', descending: true }]

type Query<Scope> = Readonly<Record<string, unknown>> & {
  readonly context?: Scope
  readonly skip?: number
  readonly take?: number
  readonly fields?: readonly string[]
}

/** What is specific to a kind of record. */
interface Records<Scope, Columns extends ListedColumns> {
  readonly properties: ListedProperties
  /** The default properties of a row. */
  readonly fallback: readonly string[]
  /** The plural used in messages. */
  readonly things: string
  /** The columns of a list for this scope, including the named custom fields. */
  columnsFor(scope: Scope, fieldNames: readonly string[]): Promise<Columns>
}

interface List<Scope, Columns> {
  readonly scope: Scope
  readonly query: ListQuery
  readonly columns: Columns
  readonly names: readonly string[]
}

/** Scope, filter, order, page and columns of a list; 400 naming anything the list does not have. */
export async function recordListFromV1<Scope extends string, Columns extends ListedColumns>(
  query: Query<Scope | 'Personal'>,
  { properties, fallback, things, columnsFor }: Records<Scope | 'Personal', Columns>,
): Promise<List<Scope | 'Personal', Columns>> {
  const scope = query.context ?? 'Personal'
  const columns = await columnsFor(scope, fieldNamesIn(query))
  const { catalogue } = columns
  const find = (name: string) => findListed(name, properties, catalogue)
  const names: Names = {
    find(name) {
      const known = find(name)
      return known === undefined ? undefined : columnOfListed(known, properties)
    },
    catalogue,
  }
  return {
    scope,
    columns,
    names: chosenColumns(query.fields, find, { fallback, things }),
    query: listQueryFromV1(query, names, newestFirst),
  }
}
