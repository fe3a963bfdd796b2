// Ending a child process in any case: a signal may be lost while it starts, and a process may hang.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

// only a process that hangs takes this long, on any machine
const graceMs = 120_000

/**
 * Asks the process to end, with SIGTERM or as `ask` does, kills it if it has not ended in two minutes, and resolves
 * when it is gone. Nothing happens to one that has ended.
 */
export async function endChild(
  child: ChildProcess,
  ask: (child: ChildProcess) => unknown = () => child.kill('SIGTERM'),
  milliseconds = graceMs,
): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  // real time: the patience with a process that hangs
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    // what it started may hold these open
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, milliseconds)
  ask(child)
  await ended
  clearTimeout(timer)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
