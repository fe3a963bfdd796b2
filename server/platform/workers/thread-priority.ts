// Which threads go first where documents keep every core busy: the one that answers requests. Only Linux knows the
// priority of a thread.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

// next to a thread of the usual priority, a third of its time
const behind = 5

/** Lets this thread go behind the one that answers requests. */
export function goBehind(): void {
  if (process.platform === 'linux') lower(0)
}

/** The same for the helpers of JavaScript in this process, which collect garbage for the threads of documents too. */
export function letHelpersGoBehind(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    if (nameOf(thread) === 'V8Worker') lower(Number(thread))
  }
}

/** Never up: where the server was started behind others, it is not allowed to. */
function lower(thread: number): void {
  if (getPriority(thread) < behind) setPriority(thread, behind)
}

/** Undefined for a thread that has ended meanwhile. */
function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}
