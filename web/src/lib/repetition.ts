// A POST whose answer was lost may have been carried out. Sent again as it was, it carries the key of the first time,
// so that the server does what the person wanted once: docs/http-conventions.md, "Repeating a call".

interface Known {
  readonly key: string
  readonly at: number
}

const STORED = 'chancery.unanswered'
const DAY = 86_400_000
const MOST = 50

/** The key for this POST: that of an equal one without an answer, also of before a reload, otherwise a new one. */
export function keyFor(call: string): string {
  return unanswered()[sumOf(call)]?.key ?? newKey()
}

/** Remembers that this POST was sent and its outcome is not known. */
export function rememberUnanswered(call: string, key: string): void {
  const all = Object.entries({ ...unanswered(), [sumOf(call)]: { key, at: Date.now() } })
  store(Object.fromEntries(all.slice(-MOST)))
}

/** Forgets this POST: it was answered, so an equal one is a new request. */
export function forgetAnswered(call: string): void {
  const { [sumOf(call)]: gone, ...others } = unanswered()
  if (gone !== undefined) store(others)
}

/** Random, in the form of a UUID; `crypto.randomUUID` is there on https only. */
export function newKey(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return [4, 6, 8, 10].reduceRight(
    (text, at) => `${text.slice(0, at * 2)}-${text.slice(at * 2)}`,
    hex.join(''),
  )
}

function unanswered(): Record<string, Known> {
  try {
    const all = JSON.parse(window.sessionStorage.getItem(STORED) ?? '{}') as Record<string, Known>
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Date.now() - at < DAY))
  } catch {
    return {}
  }
}

function store(all: Record<string, Known>): void {
  try {
    window.sessionStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // the storage is full or switched off: a repetition after a reload is a new call then
  }
}

// FNV-1a, twice: the server compares the bodies anyway, so two calls with one sum are refused, never mixed up.
function sumOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    two = Math.imul(two ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}${text.length.toString(36)}`
}
