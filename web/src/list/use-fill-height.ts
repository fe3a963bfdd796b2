// An element that reaches down to the end of the window, so that its rows scroll and not the page.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const LEAST = 380
const BELOW = 16

/** The element to fill the window with, from where it stands. */
export function useFillHeight(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fill = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + window.scrollY
      element.current.style.height = `${Math.max(LEAST, window.innerHeight - top - BELOW)}px`
    }
    fill()
    window.addEventListener('resize', fill)
    // what stands above can grow: a notice, a title of two lines
    const observer = new ResizeObserver(fill)
    if (element.current?.parentElement) observer.observe(element.current.parentElement)
    return () => {
      window.removeEventListener('resize', fill)
      observer.disconnect()
    }
  }, [])
  return element
}
