// Which things on the screen a change makes stale. A query says what changes it in its `meta`; the stream of changes, and
// actions of this page, say what has changed.
import type { QueryClient, QueryMeta } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * What the query shows: `Matter/17` for everything on one record, `Matter` for any matter, `task` for any task, `task/5` for
       * one, `*` for everything.
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
 * Marks what shows one of these things as stale. What is on the screen is asked again at once, everything else when it is opened
 * the next time.
 */
export function markStale(queries: QueryClient, things: readonly string[]): Promise<void> {
  const changed = new Set(things.map((thing) => thing.toLowerCase()))
  return queries.invalidateQueries({
    predicate: ({ meta }) =>
      (meta?.changedBy ?? []).some((thing) => thing === '*' || changed.has(thing.toLowerCase())),
  })
}

/** A change as `GET /v2/stream` tells it. */
export interface Change {
  readonly topic?: string
  readonly type?: string | null
  readonly id?: number | null
  readonly resource?: { readonly type: string; readonly id?: number | null } | null
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
