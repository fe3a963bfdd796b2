// The uploads of this window, for the components that show them. They go on while people move from page to page.
import { useSyncExternalStore } from 'react'
import { isUnfinished, type UploadItem } from './upload-item.ts'

let items: readonly UploadItem[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** All of them, in the order in which they were added. */
export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(subscribe, currentUploads)

export const currentUploads = (): readonly UploadItem[] => items

/** Calls `listener` after changes; the result ends that. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function addItems(added: readonly UploadItem[]): void {
  items = [...items, ...added]
  publish()
}

export function findItem(id: number): UploadItem | undefined {
  return items.find((item) => item.id === id)
}

/** Changes one; progress is published a few times a second, a new state at once. */
export function changeItem(id: number, change: Partial<UploadItem>): void {
  items = items.map((item) => (item.id === id ? { ...item, ...change } : item))
  if (change.state !== undefined) publish()
  else timer ??= setTimeout(publish, 150)
}

export function removeItems(gone: (item: UploadItem) => boolean): void {
  items = items.filter((item) => !gone(item))
  publish()
}

function publish(): void {
  clearTimeout(timer)
  timer = undefined
  warnBeforeLeaving(items.some(isUnfinished))
  for (const listener of listeners) listener()
}

let warns = false

/** The browser asks before the page is left, for as long as something would be lost. */
function warnBeforeLeaving(needed: boolean): void {
  if (needed === warns) return
  warns = needed
  if (needed) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
