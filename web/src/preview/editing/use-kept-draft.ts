// The draft on its way to the server: a moment after each edit, and when the page is left.
import { useCallback, useEffect, useRef, useState } from 'react'
import { now } from '../../lib/now.ts'
import { type EditedFile, keepDraft, lockFile, type FileLock } from './editing.ts'
import { type Edits, listOf } from './edits.ts'

export type KeptState =
  | { readonly kind: 'none' }
  | { readonly kind: 'keeping' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'kept'; readonly at: string; readonly edits: Edits }

const keepAfterMs = 1_000
const keeping: KeptState = { kind: 'keeping' }

/**
 * Keeps `edits` as the draft, in place of those that are `kept` when it begins. `flush` sends what is not kept yet;
 * after `forget` nothing is sent any more.
 */
export function useKeptDraft({ fileId, version }: EditedFile, kept: Edits, edits: Edits) {
  const [state, setState] = useState<KeptState>({ kind: 'none' })
  const latest = useRef(edits)
  const sent = useRef(kept)
  const isForgotten = useRef(false)
  const flush = useCallback(async () => {
    if (isForgotten.current || sent.current === latest.current) return
    const sending = latest.current
    setState(keeping)
    try {
      await keepDraft({ fileId, version }, listOf(sending))
      sent.current = sending
      setState({ kind: 'kept', at: new Date(now()).toISOString(), edits: sending })
    } catch {
      setState({ kind: 'failed' })
    }
  }, [fileId, version])
  useEffect(() => {
    latest.current = edits
    if (edits === sent.current) return undefined
    const timer = window.setTimeout(() => void flush(), keepAfterMs)
    return () => window.clearTimeout(timer)
  }, [edits, flush])
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      void flush()
    }
  }, [flush])
  const forget = useCallback(() => {
    isForgotten.current = true
  }, [])
  // what was kept before the last edit is not the draft
  const isBehind = state.kind === 'kept' && state.edits !== edits
  return { state: isBehind ? keeping : state, flush, forget }
}

const renewEveryMs = 4 * 60_000

/** Renews the lock while somebody edits; who has taken it over, if somebody has. */
export function useRenewedLock(fileId: number, edits: Edits): FileLock | undefined {
  const [other, setOther] = useState<FileLock>()
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
  }, [edits])
  useEffect(() => {
    let renewedFor: Edits | undefined
    const timer = window.setInterval(() => {
      if (latest.current === renewedFor) return
      renewedFor = latest.current
      lockFile(fileId).then(
        (lock) => setOther(lock.other),
        // the server is away: the next time
        () => undefined,
      )
    }, renewEveryMs)
    return () => window.clearInterval(timer)
  }, [fileId])
  return other
}
