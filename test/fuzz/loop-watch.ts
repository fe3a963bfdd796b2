// How long the event loop was held up, in processor time of its thread: other programs on the machine do not count.
//
// A timer that is due fires once in each turn of the loop, so the thread's processor time between two firings is what one turn cost.

export interface LoopWatch {
  /** The dearest turn since the last call, in milliseconds of processor time. */
  take(): number
}

/** Begins to watch the loop of this thread. */
export function watchLoop(): LoopWatch {
  let longest = 0
  let before = spent()
  setInterval(() => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }, 2).unref()
  return {
    take() {
      const taken = longest
      longest = 0
      return taken
    },
  }
}

function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
