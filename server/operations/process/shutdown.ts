// How a process shuts down: on a signal or an uncaught error, in order and in bounded time.

/** Supervisors that wait so long never have to kill a server. */
export const stopWithinSeconds = 15

interface ShutdownOptions {
  /** Stops everything. Called once. */
  readonly stop: () => Promise<void>
  /** Reports errors before and during shutdown. */
  readonly onError: (message: string, error?: unknown) => void
  readonly timeoutMs: number
  /** Called with the first signal in place of stopping, with what begins to stop. */
  readonly onSignal?: (begin: () => void) => void
}

/**
 * From now on SIGTERM, SIGINT and SIGHUP stop the process cleanly (exit code 0), and so does an uncaught error (exit
 * code 1). If that takes too long, or a second signal arrives, the process exits at once. A promise that fails with
 * nobody waiting for it is reported and ends nothing. The returned function starts a shutdown from inside.
 */
export function shutDownOnSignals(options: ShutdownOptions): (code: number) => void {
  const { stop, onError, timeoutMs, onSignal = (begin) => begin() } = options
  let startedAt: number | undefined
  let signalled: number | undefined
  const end = (code: number) => {
    startedAt = performance.now()
    setTimeout(() => {
      onError(`It did not stop within ${timeoutMs / 1000} s and is terminated`)
      process.exit(1)
    }, timeoutMs).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        onError('Stopping failed', error)
        process.exit(1)
      },
    )
  }
  const begin = (code: number) => {
    if (startedAt === undefined) end(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signalled === undefined && startedAt === undefined) {
        signalled = performance.now()
        return onSignal(() => begin(0))
      }
      // Ctrl-C in a terminal arrives twice: from the terminal, and from npm, which forwards it.
      if (performance.now() - (startedAt ?? signalled ?? 0) > 1_000) process.exit(1)
    })
  }
  process.on('uncaughtException', (error) => {
    onError('An uncaught error ends the process', error)
    begin(1)
  })
  // Several reads that are awaited together fail one after another: the request has been answered by the first, and
  // those of everybody else in this process must not end with the second.
  process.on('unhandledRejection', (reason) => onError('A promise failed that nobody waited for', reason))
  return begin
}
