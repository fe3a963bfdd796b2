// Parts of a filter that hold for every row, such as `Owner ne null` where every row has an owner. Without them, the
// database need not look at the rows to count them.
import { type Catalogue, type Filter, columnOf } from './list-query.ts'

/** The filter without what holds for every row; null where nothing is left. */
export function withoutConstants(filter: Filter | null, catalogue: Catalogue): Filter | null {
  if (filter === null || isConstant(filter, catalogue, true)) return null
  if (filter.kind !== 'and') return filter
  const parts = filter.parts.filter((part) => !isConstant(part, catalogue, true))
  return parts.length === filter.parts.length ? filter : { ...filter, parts }
}

/** Whether the filter is true for every row, or false for every one. */
function isConstant(filter: Filter, catalogue: Catalogue, holds: boolean): boolean {
  switch (filter.kind) {
    case 'not':
      return isConstant(filter.part, catalogue, !holds)
    case 'and':
    case 'or': {
      const each = (part: Filter) => isConstant(part, catalogue, holds)
      return (filter.kind === 'and') === holds ? filter.parts.every(each) : filter.parts.some(each)
    }
    case 'compare': {
      const { nullable, compare } = columnOf(catalogue, filter.name)
      if (filter.value !== null || nullable || compare) return false
      return filter.comparison === (holds ? 'ne' : 'eq')
    }
    default:
      return false
  }
}
