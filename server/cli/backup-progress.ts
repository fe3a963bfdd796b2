// How a command shows on the terminal how far it has come, and sizes in words.
import progress from 'cli-progress'
import type { Step } from '../backup/progress.ts'

/** A bar at a terminal; elsewhere a line now and then. On standard error in both. */
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

// real time: at most one line in so long
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

/** A number of bytes for people. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
