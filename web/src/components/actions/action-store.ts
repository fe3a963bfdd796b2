// The actions of what is on the screen, for palette, keys and help.
import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Action } from './action.ts'

const sources = new Map<string, readonly Action[]>()
const listeners = new Set<() => void>()
let all: readonly Action[] = []

/**
 * Offers actions while the component that calls this is on the screen. What comes later wins a key that two have. The
 * list may be another one with each drawing.
 */
export function useActions(actions: readonly Action[]): void {
  const source = useId()
  // with the drawing, not after it: a key must not act on the row that was marked before
  useLayoutEffect(() => {
    sources.set(source, actions)
    changed()
  }, [source, actions])
  useLayoutEffect(
    () => () => {
      sources.delete(source)
      changed()
    },
    [source],
  )
}

/** Every action that is offered now, visible or not. */
export function useOfferedActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => all,
  )
}

/** The same, outside of components. */
export const offeredActions = (): readonly Action[] => all

function changed(): void {
  all = [...sources.values()].flat()
  for (const listener of listeners) listener()
}
