// Whether the page is at rest: no call to the server, no program of a page and no change that waits for its moment is
// under way. Programs that are only loaded ahead wait for that, and `<html data-rest>` publishes it.

const REST_MS = 300

let underWay = 0
let restsSince = performance.now()
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []
/** What says whether the page rests, from `publishRest` on. */
let root: HTMLElement | undefined
/** Grows with each event that may change the page. */
let disturbances = 0

/** Counts as work of the page until the promise settles. Returns the same promise. */
export function asWork<Value>(work: Promise<Value>): Promise<Value> {
  const end = beginWork()
  work.then(end, end)
  return work
}

/** `fetch`, as work of the page. */
export const fetchAsWork: typeof fetch = (...call) => asWork(fetch(...call))

/** Counts as work of the page until the returned function is called. */
export function beginWork(): () => void {
  underWay += 1
  clearTimeout(timer)
  disturb()
  let ended = false
  return () => {
    if (ended) return
    ended = true
    underWay -= 1
    restsSince = performance.now()
    wakeWhenAtRest()
    disturb()
  }
}

/** Runs something after a pause that counts as work of the page. The returned function calls it off. */
export function later(run: () => void, pauseMs: number): () => void {
  const end = beginWork()
  const pause = setTimeout(() => {
    end()
    run()
  }, pauseMs)
  return () => {
    clearTimeout(pause)
    end()
  }
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

const acts = 'pointerdown click keydown input change drop hashchange popstate'.split(' ')

/**
 * Publishes on the root of the document whether the page is at rest: `no` from each act of a person on, `yes` once
 * nothing is under way and what the act has changed is drawn.
 */
export function publishRest(): void {
  root = document.documentElement
  for (const act of acts) window.addEventListener(act, disturb, true)
  // another document takes the place of this one, unless what is loaded is a file to keep
  window.addEventListener('beforeunload', () => void later(() => undefined, LEAVING_MS))
  disturb()
}

const LEAVING_MS = 1000

function disturb(): void {
  if (!root) return
  disturbances += 1
  root.dataset['rest'] = 'no'
  if (underWay === 0) void publishAfter(root, disturbances)
}

/** Unless something has happened in the meantime. */
async function publishAfter(on: HTMLElement, disturbance: number): Promise<void> {
  await nextFrame()
  await nextFrame()
  await idle(1000)
  if (disturbance === disturbances && underWay === 0) on.dataset['rest'] = 'yes'
}

// a page in the background draws no frames
const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve)
    else requestAnimationFrame(resolve)
  })

/** A moment in which the browser has nothing to do: what React draws in pieces comes before. */
export const idle = (atMostMs: number): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: atMostMs })
    else setTimeout(resolve, 500)
  })
