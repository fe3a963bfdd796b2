// The time by which pages say what is late, soon or today: that of the platform.

/** How far the clock of the sandbox is ahead of this machine. */
let aheadMs = 0

/** Less may be what an answer took to arrive. */
const LEAST_MS = 20_000

/** Milliseconds since 1970: this machine's time, or in a sandbox what its clock shows. */
export const now = (): number => Date.now() + aheadMs

/** Goes by the clock of the sandbox from now on. Answers of a production server do not name one. */
export function followClock(answer: Response): void {
  const shown = Date.parse(answer.headers.get('sandbox-clock') ?? '')
  if (Number.isNaN(shown)) return
  const distance = shown - Date.now()
  if (Math.abs(distance - aheadMs) >= LEAST_MS) aheadMs = Math.abs(distance) < LEAST_MS ? 0 : distance
}
