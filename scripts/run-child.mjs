// Runs a program in the foreground on behalf of this process, sharing its input, output and signals.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs the program to completion. Returns `{ code }` or `{ signal }`, whichever it ended with, or `{ error }` if it did
 * not start; and `asked`, the signal this process received meanwhile. With `graceMs` a child that has been asked to end
 * and has not by then is killed.
 */
export function runChild(program, args, { graceMs, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: 'inherit' })
    let asked
    const passOn = forwardingTo(child)
    const forward = (signal) => {
      if (!asked && graceMs) setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
      asked = signal
      passOn(signal)
    }
    for (const signal of forwarded) process.on(signal, forward)
    const end = (outcome) => {
      for (const signal of forwarded) process.off(signal, forward)
      resolve({ ...outcome, asked })
    }
    child.on('error', (error) => end({ error }))
    child.on('exit', (code, signal) => end(signal ? { signal } : { code }))
  })
}

/** Ends this process with a signal, so that its parent sees the same as if it had been the child. */
export function endBy(signal) {
  process.kill(process.pid, signal)
  // the signal ends this process at once, unless the parent made it ignore the signal
  process.exit(1)
}

// A second signal commonly means "at once", so a single one must not arrive twice: a terminal sends Ctrl-C to the child
// as well, and npm forwards what the terminal has already sent.
function forwardingTo(child) {
  const last = {}
  return (signal) => {
    const now = Date.now()
    const again = now - (last[signal] ?? 0) < 1000
    last[signal] = now
    if (again || (signal === 'SIGINT' && inForeground())) return
    child.kill(signal)
  }
}

// Whether this process's group is the one that receives the terminal's signals.
function inForeground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , group, , , terminalGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === terminalGroup
  } catch {
    return process.stdin.isTTY
  }
}
