// What others change, for pages that show it to their readers. The stream of changes reports it after what is on the
// screen was marked as stale.
import type { Change } from './stale.ts'

type Listener = (changes: readonly Change[]) => void

const listeners = new Set<Listener>()

/** For the stream: what others have changed. */
export function othersChanged(changes: readonly Change[]): void {
  if (changes.length === 0) return
  for (const listener of listeners) listener(changes)
}

/** Calls the listener with the changes that others make to this record from now on; the result ends that. */
export function onOthersChange(record: { type: string; id: number }, listener: Listener): () => void {
  // what was heard of before, the page has read already
  const since = performance.now()
  const own: Listener = (changes) => {
    const here = changes.filter(
      ({ type, id, heardAt = since }) => type === record.type && id === record.id && heardAt >= since,
    )
    if (here.length > 0) listener(here)
  }
  listeners.add(own)
  return () => listeners.delete(own)
}
