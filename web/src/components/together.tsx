// Several parts of a page that come at once, so that none of them is moved by another that comes later.
import { type ReactNode, useEffect, useState } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { useDrawnInSlices } from './use-drawn-in-slices.ts'

const PATIENCE_MS = 3_000

/** Shows its children once they are `ready`, or after three seconds as far as they are. */
export function Together({ ready, children }: { ready: boolean; children: ReactNode }) {
  const [shown, setShown] = useState(ready)
  useEffect(() => {
    if (shown) return undefined
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [shown])
  // from then on they stay, whatever is loaded once more
  if (ready && !shown) setShown(true)
  const isDrawn = useDrawnInSlices(shown)
  return isDrawn ? children : <PageSkeleton />
}
