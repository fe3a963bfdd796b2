// Log lines, collected and written together: one write per request costs more than most requests. What matters after a
// crash is written at once, and whatever is left when the process exits.
import type pino from 'pino'

const delayMs = 100
const maxCharacters = 32 * 1024

const waiting = new Set<() => void>()
process.on('exit', () => {
  for (const flush of waiting) flush()
})

/**
 * Passes lines on to `write`, which must be synchronous and must not throw: warnings and errors at once with what came
 * before them, others after a tenth of a second, when there are many, or when the process exits. A process that is
 * killed loses the lines of its last tenth of a second.
 */
export function bufferedLines(write: (lines: string) => void): pino.DestinationStream {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(flush)
    const text = lines
    lines = ''
    write(text)
  }
  return {
    write(line) {
      lines += line
      if (lines.length >= maxCharacters || isUrgent(line)) return flush()
      if (timer) return
      waiting.add(flush)
      timer = setTimeout(flush, delayMs).unref()
    },
  }
}

/** Whether a JSON line is at least a warning; the level comes first. */
const isUrgent = (line: string) => /^\{"level":"(?:warn|error|fatal)"/.test(line)
