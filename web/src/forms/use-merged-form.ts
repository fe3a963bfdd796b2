// A form of something that somebody else may change while it is filled in: what was typed is kept, and saved together
// with what the other person changed.
import { useRef, useState } from 'react'
import { changedOnly, saveMerged, type Version } from '../lib/conflict.ts'
import { useAction } from '../lib/use-action.ts'
import { type ConflictWords, useAskConflict } from './conflict-context.ts'

interface Parts<Value extends object> {
  /** Sends what was changed, for that version. */
  readonly send: (changes: Partial<Value>, etag: string | undefined) => Promise<unknown>
  readonly read: () => Promise<Version<Value>>
  /** What a property is called and how its values read, where both people have changed it. */
  readonly words: ConflictWords
  readonly onSaved: () => unknown
}

/**
 * The values in the form, and saving them: only what differs from what was read. Where somebody else has changed the
 * same, the person is asked which to keep; if they keep what the other person has set, the form shows that, and still
 * has what else they typed, unsaved. For what is within a `ConflictAsker`.
 */
export function useMergedForm<Value extends object>(version: Version<Value>, parts: Parts<Value>) {
  const { send, read, words, onSaved } = parts
  const ask = useAskConflict()
  const [before, setBefore] = useState(version)
  const [next, setNext] = useState(version.value)
  const left = useRef<readonly string[]>([])
  const save = useAction({
    mutationFn: (after: Value) =>
      saveMerged<Value, Partial<Value>>({
        before,
        changes: changedOnly(before.value, after),
        send,
        read,
        ask: async (conflicts) => {
          const decision = await ask(conflicts, words)
          left.current = decision ? [] : conflicts.map(({ field }) => field)
          return decision
        },
      }),
    onSuccess: async (isSaved, after) => {
      const now = await read()
      const kept = isSaved ? [] : Object.entries(changedOnly(before.value, after))
      setBefore(now)
      setNext({
        ...now.value,
        ...Object.fromEntries(kept.filter(([field]) => !left.current.includes(field))),
      })
      if (isSaved) await onSaved()
    },
  })
  return { saved: before.value, next, setNext, save }
}
