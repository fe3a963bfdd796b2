// The properties of a list in v2: which name on the wire leads to which column, which operators it supports and whether
// the list can be sorted by it. The documentation is generated from the same tables.
import type { Catalogue, Collections, Column, ColumnKind } from '../../platform/lists/list-query.ts'
import type { KnownNames } from './odata-problems.ts'
import type { Operator } from './odata-syntax.ts'

export type Operation = Operator | 'in' | 'contains' | 'startswith' | 'endswith' | 'tolower'

/** A property: the column behind it. */
interface Listed {
  readonly column: string
  readonly sorted: boolean
  /** The column to sort by, where that is another one. */
  readonly order?: string
  /** An object with several properties, such as a team: it can be tested for null. */
  readonly isThing?: boolean
  /** The columns of what people read in its place, where no property beside it has them. */
  readonly labels?: readonly string[]
  /** The column of the currency of an amount. */
  readonly currency?: string
}

/** By path as documented: `TeamAssigned/Id`. */
export type Properties = Readonly<Record<string, Listed>>

/** By path, such as `Teams`: the name among the list's collections, and the properties of its items. */
export type CollectionProperties = Readonly<
  Record<string, { readonly collection: string; readonly properties: Properties }>
>

/** Everything that $filter, $orderby and $select of a list may name. */
export interface Resource {
  readonly catalogue: Catalogue
  readonly properties: Properties
  readonly collections?: Collections
  readonly collectionProperties?: CollectionProperties
  /** The paths of what items show, where it is known: some cannot be filtered by. */
  readonly shown?: readonly string[]
}

/** A property that can only be filtered. */
export const filtered = (column: string): Listed => ({ column, sorted: false })
/** A property that can also be sorted by. */
export const sorted = (column: string): Listed => ({ column, sorted: true })
/** A property that is sorted by another column. */
export const sortedBy = (column: string, order: string): Listed => ({ column, sorted: true, order })
/** An object that may be absent: `TeamAssigned eq null`. `column` is null if it is. */
export const thing = (column: string): Listed => ({ column, sorted: false, isThing: true })

/** The operators that a property supports. */
export function operationsOf({ isThing }: Listed, kind: ColumnKind): readonly Operation[] {
  if (isThing) return ['eq', 'ne']
  switch (kind) {
    case 'text':
      return ['eq', 'ne', 'in', 'contains', 'startswith', 'endswith', 'tolower']
    case 'choice':
    case 'uuid':
      return ['eq', 'ne', 'in']
    case 'boolean':
      return ['eq', 'ne']
    default:
      return ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in']
  }
}

/** A resolved property, with its column. */
export interface Property extends Listed {
  readonly kept: Column
  readonly operations: readonly Operation[]
}

/** What a $filter of the list may name, and what its items show. */
export const namesToFilter = ({
  properties,
  collectionProperties = {},
  shown = [],
}: Resource): KnownNames => ({
  taken: [...Object.keys(properties), ...Object.keys(collectionProperties).map((path) => `${path}/any`)],
  shown,
})

/** What an $orderby of the list may name, and what its items show. */
export const namesToSort = ({ properties, shown = [] }: Resource): KnownNames => ({
  taken: Object.entries(properties).flatMap(([path, { sorted: isSorted }]) => (isSorted ? [path] : [])),
  shown: [...shown, ...Object.keys(properties)],
})

const keyOf = (path: readonly string[]) => path.join('/').toLowerCase()

// those of a list without custom fields are the same object for every request
const finders = new WeakMap<Properties, ReadonlyMap<string, Listed>>()

function byKeyOf(properties: Properties): ReadonlyMap<string, Listed> {
  const known = finders.get(properties)
  if (known) return known
  const byKey = new Map(Object.entries(properties).map(([path, listed]) => [path.toLowerCase(), listed]))
  finders.set(properties, byKey)
  return byKey
}

/** Resolves properties of a list by the segments of a path, in PascalCase, camelCase or any other case. */
export function propertyFinder({
  catalogue,
  properties,
}: Pick<Resource, 'catalogue' | 'properties'>): (path: readonly string[]) => Property | undefined {
  const byKey = byKeyOf(properties)
  return (path) => {
    const listed = byKey.get(keyOf(path))
    const kept = listed && catalogue[listed.column]
    return kept && { ...listed, kept, operations: operationsOf(listed, kept.kind) }
  }
}

/** Resolves a collection by the segments of a path, with a finder for the properties of its items. */
export function collectionFinder({ collections = {}, collectionProperties = {} }: Resource) {
  const byKey = new Map(
    Object.entries(collectionProperties).map(([path, listed]) => [path.toLowerCase(), listed]),
  )
  return (path: readonly string[]) => {
    const listed = byKey.get(keyOf(path))
    const collection = listed && collections[listed.collection]
    if (!listed || !collection) return undefined
    const find = propertyFinder({ catalogue: collection.catalogue, properties: listed.properties })
    return { name: listed.collection, find, names: Object.keys(listed.properties) }
  }
}
