// Makes sure that a server in its own process group does not outlive the test, even if the test itself is killed.
import { spawn } from 'node:child_process'

export interface Guard {
  /** The server to kill if this process ends without having released it. */
  watch(pid: number): void
  release(): void
  /** Ends the guard. */
  end(): void
}

// Reads the process id to kill, or an empty line for none, until the pipe closes, which it also does when this process
// is killed. The database exits by itself once its server is gone.
const script = `
  trap '' INT TERM HUP
  while read -r line; do server=$line; done
  [ -n "$server" ] || exit 0
  kill -KILL -- "-$server" 2>/dev/null
  tries=0
  while [ -e "$1/postgres/postmaster.pid" ] && [ $tries -lt 50 ]; do sleep 0.2; tries=$((tries + 1)); done
  rm -rf -- "$1"
`

/** Starts a guard; if it has to kill a server, it removes the state folder as well. */
export function startGuard(stateDir: string): Guard {
  const child = spawn('/bin/sh', ['-c', script, 'kill-test-guard', stateDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // a guard that has exited cannot receive anything
  child.stdin.on('error', () => undefined)
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    release: () => void child.stdin.write('\n'),
    end: () => void child.stdin.end(),
  }
}
