// What somebody is writing, kept until it is sent: it survives leaving the page, reloading it, and signing in again.
import { useCallback, useState } from 'react'
import { useSignedIn } from '../features/session/session.ts'

const PREFIX = 'chancery.draft'

/**
 * Like `useState`, but what was set is there again when the page is opened again by the same person in this tab. `name`
 * says what it is a draft of. The third function forgets it.
 */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const { user } = useSignedIn()
  const key = `${PREFIX}/${user.id}/${name}`
  const [kept, setKept] = useState<{ key: string; value: Value }>(() => ({ key, value: read(key, initial) }))
  // another record under the same page
  const value = kept.key === key ? kept.value : read(key, initial)
  const set = useCallback(
    (next: Value) => {
      setKept({ key, value: next })
      write(key, next)
    },
    [key],
  )
  const forget = useCallback(() => {
    setKept({ key, value: initial })
    write(key, undefined)
  }, [key, initial])
  return [value, set, forget]
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const text = window.sessionStorage.getItem(key)
    return text === null ? initial : (JSON.parse(text) as Value)
  } catch {
    return initial
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // the storage is full or switched off: the draft lives as long as the page
  }
}
