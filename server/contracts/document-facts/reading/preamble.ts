// The beginning of a contract, in which the parties and the date stand: from the sentence that names the agreement to
// the recitals or the first clause.
import type { ContractText } from './contract-text.ts'
import type { Span } from './fact.ts'

export interface Preamble extends Span {
  readonly text: string
  /** Where the parties are named, if a word says so: after "between". */
  readonly parties: number | undefined
  /** Whether another agreement is mentioned there, and is perhaps what is between these parties. */
  readonly isMention: boolean
}

// covers, tables of contents and notes on what was left out may stand before it
const within = 30_000
const longest = 4_000

const opens =
  /\b(?:by and (?:between|among(?:st)?)|by and betw ?een|by, between and among|between(?: and among)?|by and\/or between|among(?:st)?|between the undersigned,?|(?:entered into|made|executed|concluded) by(?: and)?)\b ?:?|\bparty [a1] ?:|\bparties:? ?(?=\(?[1aA]\)|1\. )/gi
const agreement =
  /\b(?:agreement|contract|amendment|addendum|lease|guarantee|guaranty|deed|memorandum|letter|indenture|made|entered|dated|effective)\b/i
const closes =
  /\b(?:whereas|recitals?|witnesseth|w i t n e s s e t h|background|preliminary statements?|now,? therefore|it is (?:hereby )?agreed|the parties (?:hereby )?agree|hereby agree|introduction|in consideration of|article (?:1|i|one)\b|section 1\b|1\. ?[A-Z][a-z]|table of contents)\b/gi

/** The preamble, or undefined where no sentence says between whom the contract is. */
export function preambleOf({ text }: Pick<ContractText, 'text'>): Preamble | undefined {
  const head = text.slice(0, within)
  let best: { readonly preamble: Preamble; readonly points: number } | undefined
  for (const match of head.matchAll(opens)) {
    const before = head.slice(Math.max(0, match.index - 320), match.index)
    if (!agreement.test(before)) continue
    const parties = match.index + match[0].length
    const end = endOf(head, parties)
    const lettered = /^party/i.test(match[0]) ? 1 : 0
    const points = lettered + pointsOf(before, head.slice(parties, end)) - match.index / within
    if (points <= (best?.points ?? 1.5)) continue
    const start = startOf(head, match.index)
    const isMention = mentions.test(before)
    best = { preamble: { start, end, text: head.slice(start, end), parties, isMention }, points }
  }
  return best?.preamble
}

// pursuant to the transactions described in the Agreement and Plan of Merger, dated as of …, by and among
const mentions =
  /\b(?:in|under|to|by|of|with) (?:the|that certain|an?) (?:(?:[A-Z][\w&'-]{0,24}|and|of) ){0,8}(?:Agreement|Contract|Lease|Merger|Plan)\b,? (?:dated|made|entered|as of)\b(?![^;]{0,200}\bthis\b)[^;]{0,160}$/

/** How much it looks like one: dated, named, with parties that are given names or are companies. */
function pointsOf(before: string, after: string): number {
  const near = before.slice(-220)
  return (
    (/\b(?:made|entered|dated|effective|executed|is between|concluded|signed)\b/i.test(near) ? 1 : 0) +
    (/\bthis\b/i.test(near) ? 1 : 0) +
    (/\b(?:19|20)\d\d\b/.test(near) ? 0.5 : 0) +
    (/\(.{0,60}"[^"]{1,60}"|\bhere(?:in(?:after)?|after) (?:referred to|called|known)\b/.test(
      after.slice(0, 1_500),
    )
      ? 1
      : 0) +
    (/\b(?:inc|llc|ltd|limited|corp|corporation|company|l\.?p|plc|gmbh|b\.v|s\.a|l\.l\.c|bank|trust)\b/i.test(
      after.slice(0, 200),
    )
      ? 1
      : 0) +
    (/^ ?(?:the )?(?:parties|company and|each|any|us\b|them\b|you\b)/i.test(after) ? -3 : 0)
  )
}

/** Where the sentence before the word begins, not further than a preamble is long. */
function startOf(head: string, at: number): number {
  const from = Math.max(0, at - 500)
  const before = head.slice(from, at)
  let start = 0
  for (const { index, 0: words } of before.matchAll(/\bthis\b|[.:] (?=[A-Z])/gi))
    if (/^this$/i.test(words)) start = index
    else if (start === 0) start = index + 2
  const named = before.toLowerCase().lastIndexOf('this ')
  return from + (named >= 0 ? named : start)
}

function endOf(head: string, parties: number): number {
  const most = Math.min(head.length, parties + longest)
  for (const { index } of head.slice(parties, most).matchAll(closes)) if (index > 20) return parties + index
  return most
}
