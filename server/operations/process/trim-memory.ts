// Memory that only the start of a process needed.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

// when the first minute's work has been looked for
const afterMs = 2_000

/**
 * Collects the garbage of the start once, soon: loading modules leaves some 25 MB that the engine would keep for a
 * process that goes on allocating. It takes about a tenth of a second. The returned function calls it off.
 */
export function trimMemorySoon(): () => void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as CollectGarbage
    collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, afterMs).unref()
  return () => clearTimeout(timer)
}
