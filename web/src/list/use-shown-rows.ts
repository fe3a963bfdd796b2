// What a list shows while it asks for something else: the rows of before, until those of now are there.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListState } from './address/list-state.ts'
import type { Identified, ListDefinition } from './definition.ts'
import { conditionOfGroup, type Grouping, type Lines, linesOf, sortGroups } from './rows/groups.ts'
import { pageQuery, useCount, useGroups } from './rows/use-rows.ts'

interface Shown {
  readonly filter: string
  readonly orderBy: string
  readonly groupBy: string
  readonly count: number
  readonly lines: Lines
}

export interface ShownRows {
  /** Undefined before the first answer. */
  readonly shown: Shown | undefined
  readonly busy: boolean
  readonly error: unknown
  readonly retry: () => void
  /** The value of each group whose rows are hidden. */
  readonly folded: ReadonlySet<string | null>
  readonly fold: (value: string | null, folded: boolean) => void
  /** Hides the rows of all groups, or shows them. */
  readonly foldAll: (folded: boolean) => void
}

interface Grouped {
  readonly grouping: Grouping | undefined
  /** What is added up for each group. */
  readonly measure: string | undefined
  readonly timeZone: string
}

export function useShownRows<Row extends Identified>(
  definition: ListDefinition<Row>,
  { filter, orderBy, groupOrder }: ListState,
  { grouping, measure, timeZone }: Grouped,
): ShownRows {
  const groupBy = grouping?.path
  const [folded, setFolded] = useState<ReadonlySet<string | null>>(new Set())
  const count = useCount(definition, filter)
  const page = useQuery(pageQuery(definition, { filter, orderBy }, 0))
  const groups = useGroups(definition.calls, definition.name, { filter, groupBy, measure })
  const isReady =
    count.data !== undefined &&
    !count.isPlaceholderData &&
    page.data !== undefined &&
    (groupBy === undefined || (groups.data !== undefined && !groups.isPlaceholderData))
  const found = groups.data?.groups
  const now = useMemo((): Shown | undefined => {
    if (!isReady) return undefined
    const all = { filter, orderBy, groupBy: groupBy ?? '', count: count.data ?? 0 }
    if (grouping === undefined || !found)
      return { ...all, lines: linesOf([{ filter, count: all.count, folded: false }]) }
    const segments = sortGroups(found, grouping, groupOrder).map((group) => {
      const condition = conditionOfGroup(group.value, grouping, timeZone)
      return {
        group,
        filter: filter === '' ? condition : `${filter} and ${condition}`,
        count: group.count,
        folded: folded.has(group.value),
      }
    })
    return { ...all, lines: linesOf(segments) }
  }, [isReady, filter, orderBy, groupBy, groupOrder, count.data, found, grouping, timeZone, folded])
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  return {
    shown: now ?? last,
    busy: !isReady,
    error: count.error ?? page.error ?? groups.error,
    retry: () =>
      void Promise.all([
        count.refetch(),
        page.refetch(),
        groupBy === undefined ? undefined : groups.refetch(),
      ]),
    folded,
    foldAll: (isFolded) => setFolded(new Set(isFolded ? found?.map(({ value }) => value) : [])),
    fold: (value, isFolded) =>
      setFolded((before) => {
        const next = new Set(before)
        if (isFolded) next.add(value)
        else next.delete(value)
        return next
      }),
  }
}
