// Long work on the main thread, in turns so short that nobody notices: for what has to be done there.
import { setImmediate } from 'node:timers/promises'

const longestMs = 8

/** Lets everybody else have a turn, between two steps that are long themselves. */
export const nextTurn = (): Promise<void> => setImmediate()

/** A function to call between the steps of long work: now and then it lets everybody else have a turn. */
export function shortTurns(): () => Promise<void> | undefined {
  // real time: how long this turn has taken
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
