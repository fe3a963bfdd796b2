// Short messages about what was done, with the way back where there is one.
import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly id: number
  readonly text: string
  /** Takes back what was done. */
  readonly undo?: () => unknown
  /** What `undo` is about, for `forgetUndo`. */
  readonly about?: string
  /** Stays until it is closed. */
  readonly problem?: boolean
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
export function forgetUndo(about: string): void {
  if (!toasts.some((toast) => toast.about === about)) return
  change(toasts.map((toast) => (toast.about === about ? { id: toast.id, text: toast.text } : toast)))
}

/** Takes back the latest thing that can be; false if there is none. */
export function undoLatest(): boolean {
  const toast = toasts.findLast(({ undo }) => undo !== undefined)
  if (toast === undefined) return false
  closeToast(toast.id)
  void toast.undo?.()
  return true
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
