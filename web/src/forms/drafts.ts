// Drafts: what somebody has typed and not sent. They are kept in this tab for the person, so that leaving the page, an ended
// session or a reload loses nothing.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../components/me-context.ts'

const EVERY_MS = 300

export interface Draft<Value> {
  readonly value: Value
  readonly set: (next: Value | ((before: Value) => Value)) => void
  /** Whether it is what was typed earlier, rather than `initial`. */
  readonly restored: boolean
  /** Forgets it: it was sent, or given up. The value is `initial` again. */
  readonly clear: () => void
}

/**
 * A value that survives: `useDraft('matter.new', emptyMatter)`. It must be plain JSON. The name is unique for what is written:
 * for a change of one thing it contains its id.
 */
export function useDraft<Value>(name: string, initial: Value): Draft<Value> {
  const { user } = useMe()
  const key = draftKey(user.id, name)
  const [state, setState] = useState(() => begun(key, initial))
  const unsaved = useRef<{ key: string; value: Value } | undefined>(undefined)

  // another draft on the same page
  if (state.key !== key) setState(begun(key, initial))

  const set = useCallback<Draft<Value>['set']>((next) => {
    setState((before) => {
      const value = typeof next === 'function' ? (next as (before: Value) => Value)(before.value) : next
      unsaved.current = { key: before.key, value }
      return { ...before, value }
    })
  }, [])

  const clear = useCallback(() => {
    unsaved.current = undefined
    window.sessionStorage.removeItem(key)
    setState({ key, value: initial, restored: false })
  }, [key, initial])

  useEffect(() => {
    const save = () => {
      if (unsaved.current) keep(unsaved.current.key, unsaved.current.value)
      unsaved.current = undefined
    }
    const timer = setInterval(save, EVERY_MS)
    window.addEventListener('pagehide', save)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [])

  return { value: state.value, set, restored: state.restored, clear }
}

/** Forgets a draft from elsewhere. */
export function forgetDraft(personId: string, name: string): void {
  window.sessionStorage.removeItem(draftKey(personId, name))
}

const draftKey = (personId: string, name: string) => `chancery.draft.${personId}.${name}`

function begun<Value>(key: string, initial: Value) {
  const kept = window.sessionStorage.getItem(key)
  if (kept === null) return { key, value: initial, restored: false }
  try {
    return { key, value: JSON.parse(kept) as Value, restored: true }
  } catch {
    return { key, value: initial, restored: false }
  }
}

function keep(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // full or switched off: it still stands on the page
  }
}
