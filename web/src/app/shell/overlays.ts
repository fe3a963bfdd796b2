// What opens over any page: the palette and the help with keys. Code that wants one open says so here.
import { useSyncExternalStore } from 'react'

export type Overlay = 'palette' | 'keyboard help'

let open: Overlay | undefined
const listeners = new Set<() => void>()

export const openPalette = (): void => show('palette')
export const openKeyboardHelp = (): void => show('keyboard help')
export const closeOverlay = (): void => show(undefined)

/** The one that is open. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}

function show(next: Overlay | undefined): void {
  open = next
  for (const listener of listeners) listener()
}
