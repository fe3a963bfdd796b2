// Ctrl P on a list prints the list, not the rows that happen to be on the screen.
import { useEffect } from 'react'

/** Calls `print` in place of the browser's own printing. */
export function usePrintKey(isOn: boolean, print: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isPrint || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      print()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn, print])
}
