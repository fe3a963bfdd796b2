// Whether the server answers. Every call tells what it saw; while the server is away, one question a few seconds finds out when
// it is back, and everything that waits goes on then.
import { useSyncExternalStore } from 'react'

const EVERY_MS = 2000

let away = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether the server is away at this moment. */
export const isServerAway = (): boolean => away

/** The same, for a component: it is drawn again when that changes. */
export function useServerAway(): boolean {
  return useSyncExternalStore(onConnectionChange, isServerAway)
}

/** Calls `listener` each time the server goes away or comes back; the result ends that. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For whoever got an answer. */
export function serverAnswered(): void {
  if (away) change(false)
}

/** For whoever got none: asks from now on until there is one. */
export function serverIsAway(): void {
  if (!away) change(true)
}

/** Asks at once instead of at the next time. */
export async function askServer(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const there = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
  if (!away) return
  if (there) change(false)
  else timer ??= setTimeout(() => void askServer(), EVERY_MS)
}

/** Resolves as soon as the server answers. */
export function serverIsBack(): Promise<void> {
  if (!away) return Promise.resolve()
  return new Promise((resolve) => {
    const end = onConnectionChange(() => {
      if (away) return
      end()
      resolve()
    })
  })
}

/**
 * Loads something that the server has. While the server is away it waits; if the server is there and still does not have it,
 * it throws: a new version of the app has replaced this one.
 */
export async function fromServer<Result>(load: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      serverIsAway()
      await askServer()
      if (!away && attempt > 1) throw error
      await serverIsBack()
    }
  }
}

function change(next: boolean): void {
  away = next
  clearTimeout(timer)
  timer = undefined
  if (away) timer = setTimeout(() => void askServer(), EVERY_MS)
  for (const listener of listeners) listener()
}
