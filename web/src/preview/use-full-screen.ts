// Showing one element on the whole screen.
import { type RefObject, useEffect, useState } from 'react'

/** Not every telephone can; Escape leaves it as well. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const changed = () =>
      setIsFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  // a refusal of the browser leaves everything as it is
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined)
  return { isPossible: document.fullscreenEnabled, isFull, toggle }
}
