// How a process ends: by a signal or by an error nobody handled, in order and in bounded time.

interface Ending {
  /** Stops what runs. Called once. */
  readonly stop: () => Promise<void>
  /** Told of what went wrong, before and while stopping. */
  readonly onTrouble: (message: string, error?: unknown) => void
  readonly patienceMs: number
}

/**
 * From now on SIGTERM, SIGINT and SIGHUP stop the process in order (exit code 0), and so does an error nobody handled
 * (exit code 1). When that takes too long, or somebody asks again, the process ends at once. The function returned asks
 * for the end from inside.
 */
export function endInOrder({ stop, onTrouble, patienceMs }: Ending): (code: number) => void {
  let since: number | undefined
  const end = (code: number) => {
    since = performance.now()
    setTimeout(() => {
      onTrouble(`It did not stop within ${patienceMs / 1000} s and is ended`)
      process.exit(1)
    }, patienceMs).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        onTrouble('Stopping failed', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since === undefined) return end(0)
      // Ctrl-C in a terminal comes twice: from the terminal, and from npm, which passes on what it got.
      if (performance.now() - since > 1_000) process.exit(1)
    })
  }
  process.on('uncaughtException', (error) => {
    onTrouble('An error that nobody handled ends the process', error)
    if (since === undefined) end(1)
  })
  return (code) => {
    if (since === undefined) end(code)
  }
}
