// How a save asks which value to keep.
import { createContext, use } from 'react'
import type { Conflict, Decision } from '../lib/conflict.ts'

/** What a field is called, and how both values read; undefined reads as empty. */
export type ConflictWords = (conflict: Conflict) => {
  readonly label: string
  readonly mine: string | undefined
  readonly theirs: string | undefined
}

type AskConflict = (conflicts: readonly Conflict[], words: ConflictWords) => Promise<Decision>

/** Provided by `ConflictAsker`. */
export const ConflictContext = createContext<AskConflict | undefined>(undefined)

/** Asks the person which value to keep; undefined when they would rather not save. */
export function useAskConflict(): AskConflict {
  const ask = use(ConflictContext)
  if (ask === undefined) throw new Error('useAskConflict is for what is within a ConflictAsker')
  return ask
}
