// The rows of a list in pages, of which only those on the screen are asked for.
import {
  keepPreviousData,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Identified, ListCalls, ListDefinition, PageOf } from '../definition.ts'
import { later } from '../../lib/quiet.ts'
import type { RowRange } from '../window/row-window.ts'
import { placeFromEnd, PAGE_SIZE } from './from-end.ts'
import type { Lines, Segment } from './groups.ts'

/** A thumb that is dragged past thousands of rows asks for none of them. */
const PASSING = 80

/** The same rows in the same order. */
export interface RowsAsked {
  readonly filter: string
  readonly orderBy: string
}

type Definition<Row extends Identified> = Pick<ListDefinition<Row>, 'name' | 'calls'>

const given = (filter: string) => (filter === '' ? {} : { $filter: filter })
const inOrder = (orderBy: string) => (orderBy === '' ? {} : { $orderby: orderBy })

/** How many rows a filter finds: exactly. */
export function useCount<Row extends Identified>({ name, calls }: Definition<Row>, filter: string) {
  return useQuery({
    queryKey: [name, 'list', 'count', filter],
    queryFn: async ({ signal }) =>
      (await calls.page({ ...given(filter), $top: 1, $count: true }, signal)).count ?? 0,
    placeholderData: keepPreviousData,
  })
}

/**
 * One page. A page after a known one goes on from it, at constant cost. Others are skipped to: from the end, in the
 * opposite order, where that is nearer (`rows` says how many there are).
 */
export function pageQuery<Row extends Identified>(
  { name, calls }: Definition<Row>,
  { filter, orderBy, rows }: RowsAsked & { readonly rows?: number | undefined },
  page: number,
) {
  const keyOfPage = (number: number) => [name, 'list', 'page', filter, orderBy, number] as const
  return {
    queryKey: keyOfPage(page),
    queryFn: async ({
      signal,
      client,
    }: {
      signal: AbortSignal
      client: QueryClient
    }): Promise<PageOf<Row>> => {
      const before = await pageBefore<Row>(client, keyOfPage(page - 1))
      // nobody wants it any more
      signal.throwIfAborted()
      const $skiptoken = before?.nextLink === undefined ? undefined : tokenIn(before.nextLink)
      const fromEnd = $skiptoken === undefined ? placeFromEnd(orderBy, page, rows) : undefined
      if (fromEnd) {
        // its nextLink leads the other way
        const { items } = await calls.page({ ...given(filter), ...fromEnd }, signal)
        return { items: items.toReversed() }
      }
      const place = $skiptoken === undefined ? { $skip: page * PAGE_SIZE } : { $skiptoken }
      const asked = { ...given(filter), ...inOrder(orderBy), ...(page === 0 ? {} : place) }
      return calls.page({ ...asked, $top: PAGE_SIZE }, signal)
    },
    staleTime: 30_000,
  }
}

/** The rows of a page with what is read after them. */
function fullPageQuery<Row extends Identified>(
  { name, calls }: Definition<Row>,
  { filter, orderBy }: RowsAsked,
  { page, rows }: { readonly page: number; readonly rows: readonly Row[] | undefined },
) {
  return {
    // other rows of the same place are another page
    queryKey: [name, 'list', 'more', filter, orderBy, page, rows?.map(({ id }) => id).join(' ')] as const,
    enabled: calls.more !== undefined && rows !== undefined && rows.length > 0,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await calls.more?.(rows ?? [], signal)) ?? [],
    staleTime: 30_000,
  }
}

/** A page if it is known, or is being read already: skipping to the next one meanwhile would cost as much again. */
async function pageBefore<Row>(client: QueryClient, queryKey: readonly unknown[]) {
  await client
    .getQueryCache()
    .find({ queryKey, exact: true })
    ?.promise?.catch(() => undefined)
  return client.getQueryData<PageOf<Row>>(queryKey)
}

const tokenIn = (link: string) =>
  new URL(link, 'http://localhost').searchParams.get('$skiptoken') ?? undefined

interface PageWanted {
  readonly segment: Segment
  readonly page: number
}

const keyOf = ({ filter }: Segment, page: number) => `${page} ${filter}`

/** The pages with the lines of a range. */
function pagesOf(lines: Lines, { first, end }: RowRange): readonly PageWanted[] {
  const wanted = new Map<string, PageWanted>()
  for (let line = first; line < end; line += 1) {
    const at = lines.at(line)
    if (at?.kind !== 'row') continue
    const page = Math.floor(at.index / PAGE_SIZE)
    wanted.set(keyOf(at.segment, page), { segment: at.segment, page })
  }
  return [...wanted.values()]
}

export interface Rows<Row> {
  /** The row of a line; undefined while it is not known, and for headings. */
  readonly at: (line: number) => Row | undefined
  readonly error: unknown
  readonly isFetching: boolean
}

/**
 * So many lines beyond what is drawn are asked for as well, so that people who scroll on seldom see a row that is still
 * to come.
 */
const AHEAD = 40

/**
 * The pages of a range, and the next one if it is near. Small groups have a page each: of those, none is asked for
 * ahead.
 */
function pagesAround(lines: Lines, range: RowRange): readonly PageWanted[] {
  const near = pagesOf(lines, range)
  const first = Math.max(0, range.first - AHEAD)
  const around = pagesOf(lines, { first, end: Math.min(lines.count, range.end + AHEAD) })
  return around.length > near.length + 1 ? near : around
}

/** The rows of the lines in a range. */
export function useRows<Row extends Identified>(
  definition: Definition<Row>,
  orderBy: string,
  { lines, range }: { readonly lines: Lines; readonly range: RowRange },
): Rows<Row> {
  const { first, end } = useSettled(range)
  const queries = useQueryClient()
  const wanted = useMemo(() => pagesAround(lines, { first, end }), [lines, first, end])
  const pages = useQueries({
    queries: wanted.map(({ segment, page }) =>
      pageQuery(definition, { filter: segment.filter, orderBy, rows: segment.count }, page),
    ),
  })
  const full = useQueries({
    queries: wanted.map(({ segment, page }, index) => {
      const rows = pages[index]?.data?.items
      return fullPageQuery(definition, { filter: segment.filter, orderBy }, { page, rows })
    }),
  })
  const found = new Map(
    wanted.map(({ segment, page }, index) => [
      keyOf(segment, page),
      full[index]?.data ?? pages[index]?.data?.items,
    ]),
  )
  return {
    error: pages.find(({ error }) => error)?.error ?? null,
    isFetching: pages.some(({ isFetching }) => isFetching),
    at(line) {
      const at = lines.at(line)
      if (at?.kind !== 'row') return undefined
      const page = Math.floor(at.index / PAGE_SIZE)
      const rows = found.get(keyOf(at.segment, page)) ?? kept(at.segment, page)
      return rows?.[at.index % PAGE_SIZE]
    },
  }

  function kept({ filter }: Segment, page: number) {
    const { queryKey } = pageQuery(definition, { filter, orderBy }, page)
    const rows = queries.getQueryData<PageOf<Row>>(queryKey)?.items
    const { queryKey: fullKey } = fullPageQuery(definition, { filter, orderBy }, { page, rows })
    return queries.getQueryData<readonly Row[]>(fullKey) ?? rows
  }
}

/** A range that has stood still for a moment, or has moved by little. */
function useSettled(range: RowRange): RowRange {
  const [settled, setSettled] = useState(range)
  const isNear = Math.abs(range.first - settled.first) <= PAGE_SIZE
  // what is near is answered at once: it need not be kept, which would draw everything twice
  const isHere = Math.abs(range.first - settled.first) <= PAGE_SIZE / 2
  useEffect(() => {
    if (isHere) return undefined
    return later(() => setSettled(range), isNear ? 0 : PASSING)
  }, [range, isNear, isHere])
  return isNear ? range : settled
}

/** Reads the rows of some lines that are not on the screen. */
export function useReadRows<Row extends Identified>(
  definition: Definition<Row>,
  orderBy: string,
  lines: Lines,
) {
  const queries = useQueryClient()
  return useCallback(
    async (range: RowRange): Promise<readonly Row[]> => {
      const rows: Row[] = []
      for (const { segment, page } of pagesOf(lines, range)) {
        await queries.ensureQueryData(
          pageQuery(definition, { filter: segment.filter, orderBy, rows: segment.count }, page),
        )
      }
      for (let line = range.first; line < range.end; line += 1) {
        const at = lines.at(line)
        if (at?.kind !== 'row') continue
        const page = Math.floor(at.index / PAGE_SIZE)
        const { queryKey } = pageQuery(definition, { filter: at.segment.filter, orderBy }, page)
        const row = queries.getQueryData<PageOf<Row>>(queryKey)?.items[at.index % PAGE_SIZE]
        if (row) rows.push(row)
      }
      return rows
    },
    [definition, orderBy, lines, queries],
  )
}

/** The groups of a list, while it has any. */
export function useGroups(
  calls: Pick<ListCalls<Identified>, 'groups'>,
  name: string,
  asked: { filter: string; groupBy: string | undefined; measure: string | undefined },
) {
  const { filter, groupBy, measure } = asked
  return useQuery({
    queryKey: [name, 'list', 'groups', filter, groupBy ?? '', measure ?? ''],
    enabled: groupBy !== undefined && calls.groups !== undefined,
    queryFn: async ({ signal }) => {
      const none = { groups: [], complete: true }
      const query = {
        ...given(filter),
        groupBy: groupBy ?? '',
        ...(measure === undefined ? {} : { measure }),
      }
      return (await calls.groups?.(query, signal)) ?? none
    },
    placeholderData: keepPreviousData,
  })
}
