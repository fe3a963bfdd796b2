// A sensitive action waits until the person has proven again who they are, in a dialog over the page.
import { useSyncExternalStore } from 'react'
import { Refusal } from './refusal.ts'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

let waiting: Waiting[] = []
const listeners = new Set<() => void>()

/** Resolves when the person has proven it; throws if they do not. */
export function verifiedAgain(): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject })
    announce()
  })
}

/** They have: what waits goes on. */
export function goOnVerified(): void {
  for (const { resolve } of settle()) resolve()
}

/** They do not want to: what waits is given up. */
export function giveUpVerification(): void {
  const error = new Refusal(403, {
    detail: 'Nothing was changed, because it was not confirmed that it is you.',
  })
  for (const { reject } of settle()) reject(error)
}

/** Whether the dialog is due. */
export function useVerificationAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
}

function settle(): Waiting[] {
  const all = waiting
  waiting = []
  announce()
  return all
}

function announce(): void {
  for (const listener of listeners) listener()
}
