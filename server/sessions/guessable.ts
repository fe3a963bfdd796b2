// Whether a password is easy to guess: made of what is on lists of stolen passwords, of what is known of the person, of runs and
// repetitions. The list comes with a package and is looked through here; nothing is asked of the network.
//
// A password is cut into pieces so that it costs as little as possible to guess; a piece costs about as much as so many random
// characters. Work is bounded by the length of a password times the length of a piece.

/** What the person's guessers know of them. */
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

/** The list, read once in the life of a process; the server begins with it, so that nobody waits for it later. */
export const loadCommonPasswords = (): Promise<ReadonlySet<string>> => (loading ??= readList())

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((each) => each.length >= shortestPiece))
}

/** Why the password is easy to guess, as a sentence for the person; undefined when it is not. */
export async function guessableBecause(
  password: string,
  details: PersonalDetails,
): Promise<string | undefined> {
  const common = await loadCommonPasswords()
  const toThoseWhoKnowThem = costOf(password, common, personalWords(details))
  if (toThoseWhoKnowThem >= fewest) return undefined
  return toThoseWhoKnowThem < costOf(password, common, new Set())
    ? 'This password is made of your name, e-mail address or organisation. Use something that has nothing to do with you.'
    : 'This password is on lists of common and stolen passwords, or too much like one that is. Use at least three unrelated words, or let a password manager make one.'
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function personalWords({ email, firstName = '', lastName = '', organisation = '' }: PersonalDetails) {
  const words = [email, firstName, lastName, organisation, 'chancery'].flatMap((text) => [
    plain(text),
    ...plain(text).split(/[^\p{L}\p{N}]+/u),
  ])
  return new Set(words.filter((word) => word.length >= 3))
}

// signs and digits that stand for letters
const letters: ReadonlyMap<string, string> = new Map(
  ['4a', '@a', '8b', '3e', '6g', '9g', '1i', '!i', '|i', '0o', '$s', '5s', '7t', '+t', '2z'].map(
    ([sign = '', letter = '']) => [sign, letter],
  ),
)

/** About how many random characters the password is worth. */
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

/** What a text repeats, once: `abcabcabc` is `abc`. */
function once(text: string): string {
  const again = (text + text).indexOf(text, 1)
  return again < text.length ? text.slice(0, again) : text
}

/** The same character over and over, or one after the other as in an alphabet, up or down. */
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
