// The session ended while somebody was at work: what they were doing waits until they have signed in again, over the
// page.
import { useSyncExternalStore } from 'react'
import { forgetPerson, keepFor } from './kept-for-person.ts'
import { Refusal } from './refusal.ts'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

let ended = false
let waiting: Waiting[] = []
let left = true
const listeners = new Set<() => void>()

/** Resolves when the same person has signed in again; throws if that does not happen in this page. */
export function signedInAgain(): Promise<void> {
  change(true)
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

/** The same person is back: what waits goes on. */
export function goOn(): void {
  for (const { resolve } of settle()) resolve()
}

const leaving = new Set<() => void>()

/** For what goes on in the background for the person: `end` is called when they are not at work here any more. */
export function onLeaving(end: () => void): void {
  leaving.add(end)
}

/** Somebody else has signed in, or the person has left the page: what waits is given up. */
export function giveUp(): void {
  for (const end of leaving) end()
  forgetPerson()
  const error = new Refusal(401, { detail: 'You are not signed in any more. Nothing was changed.' })
  for (const { reject } of settle()) reject(error)
}

/** Whether the question to sign in again is due. */
export const hasSessionEnded = (): boolean => ended

/** Calls the listener when that changes, until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the question to sign in again is due. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(onSessionChange, hasSessionEnded)
}

/**
 * Whether people are asked over the page when their session ends: from when the frame shows their pages until they sign
 * out themselves.
 */
export function isAtWork(): boolean {
  return !left
}

/** The frame shows the pages of this person. */
export function startWork(userId: string): void {
  left = false
  keepFor(userId)
  // the same listener: registered once, however often this is called
  window.addEventListener('storage', leaveWithOtherTab)
}

/** They sign out on purpose: the next page is the one for signing in, in every tab. */
export function leaveWork(): void {
  left = true
  giveUp()
  notifyOtherTabs()
}

// a key that changes, because every other tab is notified
const SIGNED_OUT = 'chancery.signed-out'

function notifyOtherTabs(): void {
  try {
    window.localStorage.setItem(SIGNED_OUT, String(Date.now()))
    window.localStorage.removeItem(SIGNED_OUT)
  } catch {
    // without storage, nothing is kept there either
  }
}

function leaveWithOtherTab({ key, newValue }: StorageEvent): void {
  if (key !== SIGNED_OUT || newValue === null) return
  if (left) return
  left = true
  giveUp()
  // asks for the session, which has ended
  change(true)
}

function settle(): Waiting[] {
  const all = waiting
  waiting = []
  change(false)
  return all
}

function change(next: boolean): void {
  ended = next
  for (const listener of listeners) listener()
}
