// Progress on the terminal, and readable sizes.
import progress from 'cli-progress'
import type { Step } from '../backup/progress.ts'

/** A progress bar at a terminal; otherwise a line from time to time. Both on standard error. */
export function showProgress(): { show(step: Step): void; end(): void } {
  return process.stderr.isTTY ? bar() : lines()
}

function bar() {
  let shown: { readonly what: string; readonly bar: progress.SingleBar } | undefined
  return {
    show({ what, done, total }: Step) {
      if (shown?.what !== what) {
        shown?.bar.stop()
        const format = `${what.padEnd(6)} {bar} {percentage} % {value}/{total} {eta_formatted} left`
        shown = { what, bar: new progress.SingleBar({ format, hideCursor: true }) }
        shown.bar.start(total, done)
      }
      shown.bar.update(done)
    },
    end: () => shown?.bar.stop(),
  }
}

// real time: at most one line per interval
const everyMs = 10_000

function lines() {
  let last = performance.now()
  return {
    show({ what, done, total }: Step) {
      if (done < total && performance.now() - last < everyMs) return
      last = performance.now()
      console.error(`${what}: ${done} of ${total}`)
    },
    end: () => undefined,
  }
}

/** A readable number of bytes. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
