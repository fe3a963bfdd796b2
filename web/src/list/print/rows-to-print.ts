// The rows of a list for paper: of all its groups, also of those that are folded, up to a bound.
import type { QueryClient } from '@tanstack/react-query'
import type { Identified, ListDefinition } from '../definition.ts'
import { PAGE_SIZE } from '../rows/from-end.ts'
import type { Segment } from '../rows/groups.ts'
import { pageQuery } from '../rows/use-rows.ts'

/** A list with more rows is printed as far as that; a file has all of them. */
export const MOST_PRINTED = 1_000

/** The rows of a group, or of a list without groups. */
export interface PrintedSegment<Row> {
  readonly segment: Segment
  readonly rows: readonly Row[]
}

/** Reads the rows of each segment, one page after the other, until the bound is reached. */
export async function readRowsToPrint<Row extends Identified>(
  client: QueryClient,
  definition: ListDefinition<Row>,
  { segments, orderBy }: { readonly segments: readonly Segment[]; readonly orderBy: string },
): Promise<readonly PrintedSegment<Row>[]> {
  const printed: PrintedSegment<Row>[] = []
  let left = MOST_PRINTED
  for (const segment of segments) {
    if (left === 0) break
    const rows = (await readSegment(client, definition, { segment, orderBy, most: left })).slice(0, left)
    left -= rows.length
    printed.push({ segment, rows })
  }
  return printed
}

async function readSegment<Row extends Identified>(
  client: QueryClient,
  definition: ListDefinition<Row>,
  asked: { readonly segment: Segment; readonly orderBy: string; readonly most: number },
): Promise<readonly Row[]> {
  const { segment, orderBy, most } = asked
  const rows: Row[] = []
  for (let page = 0; page * PAGE_SIZE < Math.min(segment.count, most); page += 1) {
    const query = pageQuery(definition, { filter: segment.filter, orderBy, rows: segment.count }, page)
    const { items } = await client.fetchQuery(query)
    const more = await definition.calls.more?.(items, new AbortController().signal)
    rows.push(...(more && more.length > 0 ? more : items))
  }
  return rows
}
