// Conditions on the items of one collection, asked once: `Members/any(…) or Members/any(…)` looks for one member that
// meets either. Each condition that is left is a search of its own for every row.
import type { Filter } from './list-query.ts'

/** The same filter, with conditions on the same collection as one wherever that means the same. */
export function mergeCollections(filter: Filter): Filter {
  if (filter.kind === 'not' || filter.kind === 'untrue')
    return { ...filter, part: mergeCollections(filter.part) }
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter
  const { kind } = filter
  const flat = filter.parts
    .map(mergeCollections)
    .flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const groups = Map.groupBy(flat, (part) => mergedAs(part, kind) ?? part)
  const parts = [...groups].map(([key, same]) =>
    typeof key === 'string' && same.length > 1 ? one(same) : same,
  )
  return { kind, parts: parts.flat() }
}

/**
 * With which others a part can be one. Either is met: some item meets one of them. Both are met: no item meets one of
 * them, or all items meet both. An item of which a part is unknown counts the same on both sides.
 */
function mergedAs(part: Filter, kind: 'and' | 'or'): string | undefined {
  const isNegated = part.kind === 'not'
  const asked = isNegated ? part.part : part
  if ((asked.kind !== 'any' && asked.kind !== 'all') || asked.part === null) return undefined
  const isEither = (asked.kind === 'any') !== isNegated
  return isEither === (kind === 'or') ? `${part.kind} ${asked.kind} ${asked.name}` : undefined
}

function one(parts: readonly Filter[]): Filter {
  const [first] = parts
  if (first?.kind === 'not') {
    return { kind: 'not', part: one(parts.flatMap((each) => (each.kind === 'not' ? [each.part] : []))) }
  }
  if (first?.kind !== 'any' && first?.kind !== 'all')
    throw new Error('Only conditions on a collection are one')
  const asked = parts.flatMap((each) =>
    (each.kind === 'any' || each.kind === 'all') && each.part ? [each.part] : [],
  )
  return { ...first, part: { kind: first.kind === 'any' ? 'or' : 'and', parts: asked } }
}
