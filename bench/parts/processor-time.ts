// How much processor time a process and those below it have taken: figures that hardly change with what else the machine does.
import { readdirSync, readFileSync } from 'node:fs'

// the kernel counts in hundredths of a second
const tickMs = 10

/** Milliseconds of processor time of the process and its children, those that have ended and were waited for included. */
export function processorTime(pid: number): number {
  let ticks = 0
  for (const each of readdirSync('/proc')) {
    if (!/^\d+$/.test(each)) continue
    try {
      // the name, in parentheses, may hold anything
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const [, parent, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = fields
      if (Number(each) === pid) ticks += user + system + childUser + childSystem
      else if (parent === pid) ticks += user + system
    } catch {
      // it has ended meanwhile
    }
  }
  return ticks * tickMs
}
