// Which things on the screen a change makes stale. Queries of records, their files and lists say what they show by
// their keys: `['matters', 17, …]` is everything on one record, `['matters', 'list', …]` a list. Any other query says
// it in its `meta`. The stream of changes, and actions of this page, say what has changed.
import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'
import { kindNames } from './kinds.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * What the query shows: `Matter/17` for everything on one record, `Matter` for any matter, `task` for any task,
       * `task/5` for one, `*` for everything.
       */
      readonly changedBy?: readonly string[]
    }
  }
}

/** For a query's options: `...showing('Matter/17')`. */
export function showing(...things: readonly string[]): { meta: QueryMeta } {
  return { meta: { changedBy: things } }
}

/**
 * Marks what shows one of these things as stale. What is on the screen is asked again at once, everything else when it
 * is opened the next time.
 */
export function markStale(queries: QueryClient, things: readonly string[]): Promise<void> {
  const changed = new Set(things.map((thing) => thing.toLowerCase()))
  return queries.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      [...thingsInKey(queryKey), ...(meta?.changedBy ?? [])].some(
        (thing) => thing === '*' || changed.has(thing.toLowerCase()),
      ),
  })
}

// what the nouns of keys are called in changes
const kinds: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(kindNames.map(({ one, many }) => [many, [one]])),
  tasks: ['task'],
  files: ['file'],
  keyDates: ['key-date'],
  approvals: ['approval'],
  intake: ['request'],
}

function thingsInKey([noun, next, type, id]: QueryKey): readonly string[] {
  const kind = kinds[String(noun)]
  if (kind === undefined) return []
  if (typeof next === 'number') return kind.map((each) => `${each}/${next}`)
  // the files of a record
  if (next === 'of') return [`${String(type)}/${String(id)}`]
  return kind
}

/** A change as `GET /v2/stream` sends it. */
export interface Change {
  readonly topic?: string
  readonly type?: string | null
  readonly id?: number | null
  readonly resource?: { readonly type: string; readonly id?: number | null } | null
  /** Whether the person did it, here or elsewhere. */
  readonly own?: boolean
  /** When this page heard of it, by `performance.now()`. */
  readonly heardAt?: number
}

/** The things that a change concerns. */
export function thingsOf({ type, id, resource }: Change): readonly string[] {
  const named = [
    { type, id },
    { type: resource?.type, id: resource?.id },
  ]
  return named.flatMap((thing) =>
    thing.type === undefined || thing.type === null
      ? []
      : [thing.type, ...(thing.id === undefined || thing.id === null ? [] : [`${thing.type}/${thing.id}`])],
  )
}
