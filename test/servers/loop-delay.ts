// How long the event loop is blocked: the longest single turn, in processor time of this thread.
// Processor time rather than the clock, so that the verdict does not depend on what else the machine is doing.

/** The longest turn of the loop in some period. */
interface LongestTurn {
  /** In milliseconds of processor time; one or two too many at most. */
  readonly longestTurn: number
  /** By the clock, for printing only: it grows with whatever else the machine does. */
  readonly longestDelay: number
}

/** What a piece of work did to the event loop. */
export interface LoopDelay<Result> extends LongestTurn {
  readonly result: Result
}

export interface LoopWatch {
  /** The longest turn since the last call, the current one included as far as it has run. */
  take(): LongestTurn
  stop(): void
}

/** Processor time of this thread so far, in milliseconds. */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const sampled = JSON.stringify(
  Array.from({ length: 2_000 }, (_, id) => ({
    id,
    name: `Name ${id}`,
    tags: ['a', 'b'],
    at: '2026-05-06T10:00:00Z',
  })),
)

const usualSampleMs = Math.max(12, sampleWorkMs(8))

/**
 * The most processor time that any one request may take in a single turn, in milliseconds: 50 on the machine that the
 * limit was set on and on faster ones, more on slower ones.
 */
export const longestTurnAllowed = (50 * usualSampleMs) / 12

/** Processor time of a fixed piece of work, which is 12 ms on the machine that the limit was set on. */
function sampleWorkMs(times: number): number {
  const tries = Array.from({ length: times }, () => {
    const before = processorMs()
    for (let again = 0; again < 10; again++) JSON.parse(sampled)
    return processorMs() - before
  })
  return Math.min(...tries)
}

// A timer fires at most once in each turn. Several turns between two samples are counted as one, but they are all
// short.
const sampleEveryMs = 1

/** Starts to watch the loop of this thread. */
export function startLoopWatch(): LoopWatch {
  let longest: LongestTurn = { longestTurn: 0, longestDelay: 0 }
  let before = { cpu: processorMs(), clock: performance.now() }
  const sample = () => {
    const now = { cpu: processorMs(), clock: performance.now() }
    longest = {
      longestTurn: Math.max(longest.longestTurn, now.cpu - before.cpu),
      longestDelay: Math.max(longest.longestDelay, now.clock - before.clock - sampleEveryMs),
    }
    before = now
  }
  const timer = setInterval(sample, sampleEveryMs).unref()
  return {
    take() {
      sample()
      const taken = longest
      longest = { longestTurn: 0, longestDelay: 0 }
      return taken
    },
    stop: () => clearInterval(timer),
  }
}

/** Runs the work and watches the loop until it has ended. */
export async function watchLoop<Result>(work: () => Promise<Result>): Promise<LoopDelay<Result>> {
  const watch = startLoopWatch()
  try {
    const result = await work()
    return { result, ...watch.take() }
  } finally {
    watch.stop()
  }
}

/**
 * The same for work that can be repeated: a turn that was too long must be so every time. Loading modules, compiling
 * code and collecting earlier garbage make a turn long once; an input that blocks the loop does so on every try. Other
 * programs on the same core make every instruction take longer: the fixed piece of work, done around each try, says by
 * how much, and the turn is divided by that.
 */
export async function watchLoopAgain<Result>(
  work: () => Promise<Result>,
  { allowed = longestTurnAllowed, tries = 8 }: { readonly allowed?: number; readonly tries?: number } = {},
): Promise<LoopDelay<Result>> {
  let best: LoopDelay<Result> | undefined
  for (let tried = 0; tried < tries && (best?.longestTurn ?? Infinity) > allowed; tried++) {
    const before = sampleWorkMs(3)
    const seen = await watchLoop(work)
    const slowness = Math.max(1, before / usualSampleMs, sampleWorkMs(3) / usualSampleMs)
    const again = { ...seen, longestTurn: seen.longestTurn / slowness }
    if (!best || again.longestTurn < best.longestTurn) best = again
  }
  if (!best) throw new Error('Nothing was tried.')
  return best
}
