// Follows what others change, for what is on the screen. One stream a tab, none while the tab is hidden for long.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isServerAway, onConnectionChange } from '../../lib/connection.ts'
import { serverMayBeNewer } from '../../lib/newer-version.ts'
import { othersChanged } from '../../lib/others-changes.ts'
import { type Change, markStale, thingsOf } from '../../lib/stale.ts'

// many changes at once are one look at the server
const COALESCE_MS = 700
// where a lot happens, lists are asked for again this often at most
const BETWEEN_MS = 2_000
const HIDDEN_MS = 60_000
const AGAIN_MS = 5_000

/** Keeps what is on the screen up to date while the frame is there. */
export function useStreamOfChanges(): void {
  const queries = useQueryClient()
  useEffect(() => followChanges(queries), [queries])
}

/** The result ends it. */
function followChanges(queries: QueryClient): () => void {
  let source: EventSource | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let wasOpen = false
  const batches = batcher((changes) => {
    void markStale(queries, changes.flatMap(thingsOf)).then(() =>
      othersChanged(changes.filter(({ own }) => own === false)),
    )
  })

  const close = () => {
    source?.close()
    source = undefined
    missed = true
  }
  const connect = () => {
    if (source !== undefined || document.hidden) return
    clearTimeout(again)
    source = openStream({
      onOpen: () => {
        // the first time, everything has just been read
        if (missed) void queries.invalidateQueries()
        missed = false
        if (wasOpen) serverMayBeNewer()
        wasOpen = true
      },
      onChange: batches.add,
      onReset: () => void queries.invalidateQueries(),
      onRefused: () => {
        close()
        void queries.invalidateQueries({ queryKey: ['session'] })
        again = setTimeout(connect, AGAIN_MS)
      },
    })
  }
  const look = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(close, HIDDEN_MS)
    else connect()
  }
  const end = onConnectionChange(() => {
    if (isServerAway()) return
    close()
    connect()
  })
  document.addEventListener('visibilitychange', look)
  connect()
  return () => {
    end()
    document.removeEventListener('visibilitychange', look)
    for (const timer of [hidden, again]) clearTimeout(timer)
    batches.end()
    source?.close()
  }
}

interface Listeners {
  readonly onOpen: () => void
  readonly onChange: (change: Change) => void
  readonly onReset: () => void
  /** The session ended, or there are too many streams: the browser does not connect again by itself. */
  readonly onRefused: () => void
}

function openStream({ onOpen, onChange, onReset, onRefused }: Listeners): EventSource {
  const source = new EventSource('/v2/stream')
  source.addEventListener('open', onOpen)
  source.addEventListener('change', ({ data }) => onChange(JSON.parse(String(data)) as Change))
  source.addEventListener('reset', onReset)
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) onRefused()
  })
  return source
}

/** Collects changes for a moment and then publishes them together. */
function batcher(publish: (changes: readonly Change[]) => void) {
  let batch: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -BETWEEN_MS
  return {
    add: (change: Change) => {
      batch.push({ ...change, heardAt: performance.now() })
      timer ??= setTimeout(
        () => {
          const changes = batch
          batch = []
          timer = undefined
          lastAt = performance.now()
          publish(changes)
        },
        Math.max(COALESCE_MS, lastAt + BETWEEN_MS - performance.now()),
      )
    },
    end: () => clearTimeout(timer),
  }
}
