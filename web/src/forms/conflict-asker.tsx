// Asks which value to keep where two people changed the same field. It is rare: all other changes are merged without
// asking.
import { lazily } from '../components/lazily.tsx'
import { type ReactNode, useCallback, useState } from 'react'
import type { Conflict, Decision } from '../lib/conflict.ts'
import { ConflictContext, type ConflictWords } from './conflict-context.ts'
import type { Question } from './conflict-dialog.tsx'

const ConflictDialog = lazily(() => import('./conflict-dialog.tsx'), 'ConflictDialog')

/** Provides `useAskConflict` to what is within. */
export function ConflictAsker({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback(
    (conflicts: readonly Conflict[], words: ConflictWords) =>
      new Promise<Decision>((resolve) => {
        setQuestion({
          conflicts,
          words,
          answer: (decision) => {
            setQuestion(undefined)
            resolve(decision)
          },
        })
      }),
    [],
  )
  return (
    <ConflictContext value={ask}>
      {children}
      {question === undefined ? null : <ConflictDialog {...question} />}
    </ConflictContext>
  )
}
