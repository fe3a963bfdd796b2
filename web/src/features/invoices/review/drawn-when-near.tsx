// A part of a long table that is drawn when it comes near the window, so that a list of thousands is there at once.
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

/** Keeps its place with the estimated height, in pixels, until then; what was drawn stays. */
export function DrawnWhenNear(props: { height: number; drawn: boolean; children: () => ReactNode }) {
  const { height, drawn, children } = props
  const [near, setNear] = useState(drawn)
  const place = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        // in slices, so that scrolling goes on
        startTransition(() => setNear(true))
      },
      { rootMargin: '1500px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (near) return children()
  return <tbody ref={place} aria-hidden="true" style={{ blockSize: height }} />
}
