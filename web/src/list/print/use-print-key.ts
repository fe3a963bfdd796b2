// Ctrl P on a list prints the list, not the rows that happen to be on the screen.
import { useEffect } from 'react'

/** The key says that the list is to be printed, in place of the browser's own printing. */
export function usePrintKey(isOn: boolean, setPrinting: (isPrinting: boolean) => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isPrint || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      setPrinting(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn, setPrinting])
}
