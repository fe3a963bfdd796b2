// Where somebody was in a list, for when they come back to it: kept for each entry of the browser's history.
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The first pixel of the rows that was seen, and the line that the keyboard was on. */
export interface Place {
  readonly top: number
  readonly line: number
}

const STORED = 'chancery.places'
const MOST = 30

/** The place of this entry of the history when the page was left, and what keeps the present one. */
export function useKeptPlace(): { readonly kept: Place | undefined; readonly keep: (place: Place) => void } {
  const router = useRouter()
  const [kept] = useState(() => placesIn()[keyOf(router.state.location.state)])
  const last = useRef<{ key: string; place: Place }>(undefined)
  useEffect(() => {
    const put = () => {
      const { key = '', place } = last.current ?? {}
      if (place && key !== '') store({ ...placesIn(), [key]: place })
    }
    window.addEventListener('pagehide', put)
    return () => {
      window.removeEventListener('pagehide', put)
      put()
    }
  }, [])
  // the entry is read now: when the page is left, the address is the next page's already
  const keep = useCallback(
    (place: Place) => (last.current = { key: keyOf(router.state.location.state), place }),
    [router],
  )
  return { kept, keep }
}

function keyOf(state: object): string {
  const { __TSR_key: key } = state as { __TSR_key?: string }
  return key ?? ''
}

function placesIn(): Record<string, Place> {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORED) ?? '{}') as Record<string, Place>
  } catch {
    return {}
  }
}

function store(places: Record<string, Place>): void {
  try {
    const last = Object.entries(places).slice(-MOST)
    window.sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(last)))
  } catch {
    // full or switched off: the list begins at its top
  }
}
