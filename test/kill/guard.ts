// Sees to it that a server in a process group of its own does not outlive the test, even when that is itself killed.
import { spawn } from 'node:child_process'

export interface Guard {
  /** The server to kill when this process ends without having released it. */
  watch(pid: number): void
  release(): void
  /** Ends the guard. */
  end(): void
}

// Reads the process to kill, an empty line for none, until the pipe closes, which it also does when we are killed. The
// database ends by itself once its server is gone.
const script = `
  trap '' INT TERM HUP
  while read -r line; do server=$line; done
  [ -n "$server" ] || exit 0
  kill -KILL -- "-$server" 2>/dev/null
  tries=0
  while [ -e "$1/postgres/postmaster.pid" ] && [ $tries -lt 50 ]; do sleep 0.2; tries=$((tries + 1)); done
  rm -rf -- "$1"
`

/** Starts a guard; when it has to kill a server, it removes the state folder as well. */
export function startGuard(stateDir: string): Guard {
  const child = spawn('/bin/sh', ['-c', script, 'kill-test-guard', stateDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // a guard that is gone cannot be told anything
  child.stdin.on('error', () => undefined)
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    release: () => void child.stdin.write('\n'),
    end: () => void child.stdin.end(),
  }
}
