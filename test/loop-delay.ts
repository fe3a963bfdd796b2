// How long a piece of work keeps the event loop from everybody else: the longest single turn, in processor time of the main thread.
// Processor time and not the clock, so that the verdict is the same on a machine that is busy with other things.

/** What a piece of work did to the event loop. */
export interface LoopDelay<Result> {
  readonly result: Result
  /** The longest turn, in milliseconds of processor time; one or two too many at most. */
  readonly longestTurn: number
  /** The same by the clock, for printing: it grows with whatever else the machine does. */
  readonly longestDelay: number
}

/** What the issue of denial of service allows any one request. */
export const longestTurnAllowed = 50

// Between two looks there may be several turns, all of them short, which are taken for one.
const lookEveryMs = 1

/** Processor time of this thread so far, in milliseconds. */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs the work and watches the loop until it has ended. */
export async function watchLoop<Result>(work: () => Promise<Result>): Promise<LoopDelay<Result>> {
  let longestTurn = 0
  let longestDelay = 0
  let cpu = processorMs()
  let clock = performance.now()
  const look = () => {
    const now = { cpu: processorMs(), clock: performance.now() }
    longestTurn = Math.max(longestTurn, now.cpu - cpu)
    longestDelay = Math.max(longestDelay, now.clock - clock - lookEveryMs)
    ;({ cpu, clock } = now)
  }
  const timer = setInterval(look, lookEveryMs)
  try {
    const result = await work()
    look()
    return { result, longestTurn, longestDelay }
  } finally {
    clearInterval(timer)
  }
}

/**
 * The same for work that can be done again: a turn that was too long is confirmed. Modules that are loaded with the first call, code
 * that is compiled and garbage of what ran before make a turn long once; an input that blocks the loop does so every time.
 */
export async function watchLoopAgain<Result>(
  work: () => Promise<Result>,
  { allowed = longestTurnAllowed, tries = 3 }: { readonly allowed?: number; readonly tries?: number } = {},
): Promise<LoopDelay<Result>> {
  let best = await watchLoop(work)
  for (let tried = 1; best.longestTurn > allowed && tried < tries; tried++) {
    const again = await watchLoop(work)
    if (again.longestTurn < best.longestTurn) best = again
  }
  return best
}
