// Detects whether a recorded process id still belongs to the same process: ids are reused, especially after a reboot.
// Linux provides the information in /proc; other systems are queried through ps.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies this machine since boot and its process-id namespace (containers have their own). */
export function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When the process was started, in an unspecified unit for comparison only; undefined if unknown. */
export function startOfProcess(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return askPs(pid, 'lstart')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the second field is the command name in parentheses, which may itself contain spaces and parentheses
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

/** The arguments of the process's command line; empty if it does not exist or hides them. */
export function commandOfProcess(pid: number): string[] {
  try {
    if (process.platform !== 'linux') return askPs(pid, 'command').split(' ')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  } catch {
    return []
  }
}

/** Whether a process with this id exists and is running, regardless of its owner. */
export function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

// A killed process stays in the table until its parent reaps it; in a container without init, for ever.
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

function askPs(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}
