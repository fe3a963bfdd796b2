// An element that reaches down to the end of the window, so that its rows scroll and not the page.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const LEAST = 380
const BELOW = 16
// what stands above the rows, about
const TOOLS = 110

/** What it was last, for the next list: mostly it is the same, and nothing has to be laid out twice. */
let last: { readonly height: string; readonly room: number; readonly window: number } | undefined

/** About how high the rows of the list that fills the window are, in pixels, before they are laid out. */
export const rowsHeight = (): number => (last === undefined ? 600 : last.room - TOOLS)

/** The element to fill the window with, from where it stands. */
export function useFillHeight(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const fill = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + window.scrollY
      const room = window.innerHeight - top - BELOW
      // messages and uploads take their height from it
      const height = `max(${LEAST}px, calc(${room}px - var(--dock, 0px)))`
      last = { height, room: Math.max(LEAST, room), window: window.innerHeight }
      if (element.current.style.height !== height) element.current.style.height = height
    }
    if (last?.window === window.innerHeight && element.current) element.current.style.height = last.height
    else fill()
    window.addEventListener('resize', fill)
    // what stands above can grow: a notice, a title of two lines; it is called once at the beginning as well
    const observer = new ResizeObserver(fill)
    if (element.current?.parentElement) observer.observe(element.current.parentElement)
    return () => {
      window.removeEventListener('resize', fill)
      observer.disconnect()
    }
  }, [])
  return element
}
