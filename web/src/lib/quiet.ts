// Whether the page is at rest: no call to the server and no program of a page is under way, and has not been for a
// moment. Programs that are only loaded ahead wait for that.

const REST_MS = 300

let underWay = 0
let restsSince = performance.now()
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** Counts as work of the page until the promise settles. Returns the same promise. */
export function asWork<Value>(work: Promise<Value>): Promise<Value> {
  underWay += 1
  clearTimeout(timer)
  const end = () => {
    underWay -= 1
    restsSince = performance.now()
    wakeWhenAtRest()
  }
  work.then(end, end)
  return work
}

/** Resolves when the page is at rest: at once, if it is. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    wakeWhenAtRest()
  })
}

function wakeWhenAtRest(): void {
  clearTimeout(timer)
  if (underWay > 0 || waiting.length === 0) return
  const wake = () => {
    const all = waiting
    waiting = []
    for (const resolve of all) resolve()
  }
  timer = setTimeout(wake, Math.max(0, restsSince + REST_MS - performance.now()))
}
