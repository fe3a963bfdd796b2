// Parts that are loaded when somebody first uses them, and ahead of that once the browser has nothing else to do.
import { useEffect, useState } from 'react'
import { fromServer } from '../../lib/connection.ts'
import { whenIdle } from '../../lib/when-idle.ts'

export interface WhenNeeded<M> {
  /** What was loaded. It is drawn only after `useLoaded` said so. */
  readonly now: () => M
  /** Whether it is there; loads it once `needed`. */
  readonly useLoaded: (needed: boolean) => boolean
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
    useLoaded: (needed) => {
      const [there, setThere] = useState(loaded !== undefined)
      useEffect(() => {
        if (!needed || there) return undefined
        let waits = true
        void fromServer(keep).then(() => waits && setThere(true))
        return () => void (waits = false)
      }, [needed, there])
      return there || loaded !== undefined
    },
  }
}
