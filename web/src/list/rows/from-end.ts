// Pages near the end of a long list, read from the end: skipping half a million rows takes the server seconds.

export const PAGE_SIZE = 100

export interface PlaceFromEnd {
  readonly $orderby: string
  readonly $skip: number
  readonly $top: number
}

/** The page as rows of the opposite order; undefined where it is nearer to the beginning. */
export function placeFromEnd(
  orderBy: string,
  page: number,
  rows: number | undefined,
): PlaceFromEnd | undefined {
  const start = page * PAGE_SIZE
  if (rows === undefined || start <= rows / 2 || start >= rows) return undefined
  const end = Math.min(rows, start + PAGE_SIZE)
  return { $orderby: opposite(orderBy), $skip: rows - end, $top: end - start }
}

/**
 * The order the other way round. What is alike stands in the order of ids, ascending or descending as the last
 * property.
 */
function opposite(orderBy: string): string {
  const parts = orderBy.split(',').flatMap((part) => {
    const [property = '', direction = 'asc'] = part.trim().split(/\s+/)
    if (property === '') return []
    return [direction.toLowerCase() === 'desc' ? property : `${property} desc`]
  })
  return parts.length === 0 ? 'Id desc' : parts.join(',')
}
