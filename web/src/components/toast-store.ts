// Short messages about what was done, with the way back where there is one.
import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly id: number
  readonly text: string
  /** Takes back what was done. */
  readonly undo?: () => unknown
  /** What this is about, for `forgetUndo` and `closeOutdated`. */
  readonly about?: About
  /** Stays until it is closed. */
  readonly problem?: boolean
}

/** A thing and the state that the message says it is in. */
export interface About {
  readonly thing: string
  readonly state: string
}

const MOST = 4

let toasts: readonly Toast[] = []
let latest = 0
const listeners = new Set<() => void>()

/** Shows a message in the corner; screen readers hear it. With `undo` it stays long enough to think. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  latest += 1
  change([...toasts, { ...toast, id: latest }].slice(-MOST))
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** What was done with this can no longer be taken back: the messages stay, without their way back. */
export function forgetUndo(thing: string): void {
  if (!toasts.some(({ about }) => about?.thing === thing)) return
  change(
    toasts.map(({ undo, ...toast }) => (undo && toast.about?.thing !== thing ? { ...toast, undo } : toast)),
  )
}

/** Closes the messages that say that this thing is in another state than it is in now. */
export function closeOutdated(thing: string, state: string): void {
  const isOutdated = ({ about }: Toast) => about?.thing === thing && about.state !== state
  if (toasts.some(isOutdated)) change(toasts.filter((toast) => !isOutdated(toast)))
}

/** Takes back the latest thing that can be; false if there is none. */
export function undoLatest(): boolean {
  const toast = toasts.findLast(({ undo }) => undo !== undefined)
  if (toast === undefined) return false
  closeToast(toast.id)
  void toast.undo?.()
  return true
}

/** Those that are shown now. */
export const shownToasts = (): readonly Toast[] => toasts

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shownToasts)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
