// Whether the server answers. Every call tells what it saw; while the server is away, one question a few seconds finds
// out when it is back, and everything that waits goes on then.
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

/** Called after an answer. */
export function serverAnswered(): void {
  if (away) change(false)
}

/** Called when there was none: asks from now on until there is one. */
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
 * Loads a program of this app. If it cannot be loaded, the app starts again as soon as the server answers: browsers
 * remember the failure, or a new version of the app has replaced this one. The address and drafts are kept. If that
 * does not help, it throws.
 */
export async function fromServer<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  await serverIsBack()
  try {
    const module = await load()
    // what draws it runs in a task of its own: on a slow processor the page answers in between
    await new Promise((resolve) => setTimeout(resolve))
    return module
  } catch (error) {
    serverIsAway()
    await askServer()
    await serverIsBack()
    if (hasJustStarted()) throw error
    window.sessionStorage.setItem(STARTED, String(Date.now()))
    window.location.reload()
    return new Promise(() => undefined)
  }
}

const STARTED = 'chancery.startedAgain'

function hasJustStarted(): boolean {
  return Date.now() - Number(window.sessionStorage.getItem(STARTED) ?? 0) < 30_000
}

function change(next: boolean): void {
  away = next
  clearTimeout(timer)
  timer = undefined
  if (away) timer = setTimeout(() => void askServer(), EVERY_MS)
  for (const listener of listeners) listener()
}
