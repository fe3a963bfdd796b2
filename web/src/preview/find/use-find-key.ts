// Ctrl+F in a preview goes to its own find box: the browser's finds only what has been drawn of a long document.
import { type RefObject, useEffect } from 'react'

/** Only while the focus is in the preview; pressed again in the box, the browser's own find opens. */
export function useFindKey(
  frame: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (!field.current || document.activeElement === field.current) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [frame, field])
}
