// Estimates whether a password is easy to guess: made of entries from lists of stolen passwords, known details of the
// user, sequences and repetitions. The list comes with a package and is searched locally, without network access.
//
// A password is split into pieces so that guessing it costs as little as possible; the cost of a piece is measured in
// random characters. Work is bounded by the length of a password times the length of a piece.

/** Details of the user that an attacker may know. */
export interface PersonalDetails {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly organisation?: string
}

const fewest = 7
const shortestPiece = 4
const longestPiece = 24
const cost = { common: 2, personal: 0.5, run: 1, repetition: 0.5, other: 1, sign: 0.5 } as const

let loading: Promise<ReadonlySet<string>> | undefined

/** The list takes 20 MB, so a process loads it when somebody sets a password. */
const loadCommonPasswords = (): Promise<ReadonlySet<string>> => (loading ??= readList())

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((each) => each.length >= shortestPiece))
}

/** Why the password is easy to guess, as a sentence for the user; undefined if it is not. */
export async function guessableReason(
  password: string,
  details: PersonalDetails,
): Promise<string | undefined> {
  const common = await loadCommonPasswords()
  const toThoseWhoKnowThem = costOf(password, common, personalWords(details))
  if (toThoseWhoKnowThem >= fewest) return undefined
  return toThoseWhoKnowThem < costOf(password, common, new Set())
    ? 'This password is made of your name, email address or organisation. Use something unrelated to you.'
    : 'This password is on lists of common and stolen passwords, or too similar to one. Use at least three unrelated words, or let a password manager generate one.'
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function personalWords({ email, firstName = '', lastName = '', organisation = '' }: PersonalDetails) {
  const words = [email, firstName, lastName, organisation, 'chancery'].flatMap((text) => [
    plain(text),
    ...plain(text).split(/[^\p{L}\p{N}]+/u),
  ])
  return new Set(words.filter((word) => word.length >= 3))
}

// characters and digits commonly substituted for letters
const letters: ReadonlyMap<string, string> = new Map(
  ['4a', '@a', '8b', '3e', '6g', '9g', '1i', '!i', '|i', '0o', '$s', '5s', '7t', '+t', '2z'].map(
    ([sign = '', letter = '']) => [sign, letter],
  ),
)

/** The approximate number of random characters the password is worth. */
function costOf(password: string, common: ReadonlySet<string>, personal: ReadonlySet<string>): number {
  const typed = Array.from(once(plain(password)))
  const read = typed.map((each) => letters.get(each) ?? each)
  const isAny = (set: ReadonlySet<string>, from: number, to: number) =>
    set.has(typed.slice(from, to).join('')) || set.has(read.slice(from, to).join(''))
  const least = [0]
  for (let end = 1; end <= typed.length; end++) {
    const last = /[\p{L}\p{N}]/u.test(typed[end - 1] ?? '') ? cost.other : cost.sign
    let best = (least[end - 1] ?? 0) + last
    for (let from = Math.max(0, end - longestPiece); from <= end - 3; from++) {
      const before = least[from] ?? 0
      if (before + cost.personal >= best) continue
      if (isAny(personal, from, end)) best = Math.min(best, before + cost.personal)
      else if (isRun(typed, from, end) || isYear(typed, from, end)) best = Math.min(best, before + cost.run)
      else if (end - from >= shortestPiece && isAny(common, from, end)) {
        best = Math.min(best, before + cost.common)
      }
    }
    least.push(best)
  }
  return (least.at(-1) ?? 0) + (typed.length < Array.from(password).length ? cost.repetition : 0)
}

/** The repeated unit of a text: `abcabcabc` is `abc`. */
function once(text: string): string {
  const again = (text + text).indexOf(text, 1)
  return again < text.length ? text.slice(0, again) : text
}

/** The same character repeated, or consecutive characters, up or down. */
function isRun(text: readonly string[], from: number, to: number): boolean {
  const step = codeAt(text, from + 1) - codeAt(text, from)
  if (Math.abs(step) > 1) return false
  for (let at = from + 1; at < to; at++) {
    if (codeAt(text, at) - codeAt(text, at - 1) !== step) return false
  }
  return true
}

const isYear = (text: readonly string[], from: number, to: number): boolean =>
  /^(?:19|20)\d\d$/.test(text.slice(from, to).join(''))

const codeAt = (text: readonly string[], at: number) => text[at]?.codePointAt(0) ?? Number.NaN
