// Parts that are loaded when somebody first uses them, and ahead of that once the page is at rest.
import { useEffect, useState } from 'react'
import { fromServer } from '../../lib/connection.ts'
import { asWork } from '../../lib/quiet.ts'
import { whenIdle } from '../../lib/when-idle.ts'

export interface WhenNeeded<M> {
  /** What was loaded. It is drawn only after `useLoaded` said so. */
  readonly now: () => M
  /** Whether it is there; loads it once `needed`. Throws what kept it from being loaded. */
  readonly useLoaded: (needed: boolean) => boolean
  /** Loads it at once, where somebody is about to use it. */
  readonly preload: () => void
}

/** What another file exports, loaded when needed. */
export function whenNeeded<M extends object>(load: () => Promise<M>): WhenNeeded<M> {
  let loaded: M | undefined
  const keep = async () => {
    loaded ??= await load()
    return loaded
  }
  whenIdle(keep)
  return {
    now: () => {
      if (loaded === undefined) throw new Error('It is drawn before it is loaded')
      return loaded
    },
    // Not by way of Suspense: React holds back for 300 ms what was waited for, and a popover looks for what takes the
    // focus as soon as it is open.
    useLoaded: (needed) => {
      const [there, setThere] = useState(loaded !== undefined)
      useEffect(() => {
        if (!needed || there) return undefined
        let waits = true
        asWork(fromServer(keep)).then(
          () => waits && setThere(true),
          (error: unknown) =>
            waits &&
            setThere(() => {
              throw error
            }),
        )
        return () => void (waits = false)
      }, [needed, there])
      return there || loaded !== undefined
    },
    preload: () => void keep().catch(() => undefined),
  }
}
