// How much processor time and memory processes have taken, as the kernel counts them: figures that hardly change with
// whatever else the machine does meanwhile. Prefer them to requests per second on a shared machine.
import { readdirSync, readFileSync } from 'node:fs'

// the kernel counts in hundredths of a second
const tickMs = 10

interface Running {
  readonly pid: number
  readonly parent: number
  readonly milliseconds: number
}

/**
 * Milliseconds of processor time of the process and of all processes below it, those that have ended and were waited
 * for included. `without` is left out, with what is below it: the database that a server has started.
 */
export const processorTime = (pid: number, without?: number): number =>
  below(running(), pid, without).reduce((sum, { milliseconds }) => sum + milliseconds, 0)

/** Resident memory in bytes of the process and of those below it, now and at its highest. */
export function residentMemory(
  pid: number,
  without?: number,
): { readonly now: number; readonly peak: number } {
  const all = below(running(), pid, without).map((each) => memoryOf(each.pid))
  return {
    now: all.reduce((sum, { now }) => sum + now, 0),
    peak: all.reduce((sum, { peak }) => sum + peak, 0),
  }
}

/** Resident memory in bytes of each of them that is a server process, the first one first. */
export const memoryOfProcesses = (pid: number, without?: number): readonly number[] =>
  below(running(), pid, without)
    .map((each) => memoryOf(each.pid).now)
    // the others are shells that guard the database
    .filter((bytes) => bytes > 20_000_000)

function below(all: readonly Running[], pid: number, without: number | undefined): readonly Running[] {
  const found = all.filter((each) => each.pid === pid)
  for (const { pid: parent } of found)
    found.push(...all.filter((each) => each.parent === parent && each.pid !== without))
  return found
}

function running(): readonly Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // the name, in parentheses, may hold anything
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const [, parent = 0, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = fields
      return [{ pid: Number(name), parent, milliseconds: (user + system + childUser + childSystem) * tickMs }]
    } catch {
      // it has ended meanwhile
      return []
    }
  })
}

function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return { now: kilobytes('VmRSS') * 1_024, peak: kilobytes('VmHWM') * 1_024 }
  } catch {
    return { now: 0, peak: 0 }
  }
}
