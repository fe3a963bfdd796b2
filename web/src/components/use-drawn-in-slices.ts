// Drawing much at once without blocking the page.
import { useDeferredValue } from 'react'

/**
 * Whether to draw what is ready: at once if it is ready from the beginning, otherwise in a drawing that React does in
 * slices and interrupts for input. An answer of the server would draw all that depends on it in one long task. Draw a
 * skeleton while it is false.
 */
export function useDrawnInSlices(ready: boolean): boolean {
  const isDrawn = useDeferredValue(ready)
  return ready && isDrawn
}
