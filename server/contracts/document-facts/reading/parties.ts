// The parties of a contract, from its preamble: names with the terms that the contract uses for them.
import { type ContractText, paragraphAt } from './contract-text.ts'
import type { Certainty, FoundFact } from './fact.ts'
import { nameAtStartOf } from './names.ts'
import { places } from './places.ts'
import type { Preamble } from './preamble.ts'

const most = 40

// (the "Supplier"), (hereinafter called "Supplier"), and of several in one pair of brackets the first
const definition =
  /\((?:[^()"]{0,120}|[^()"]{0,60}\([^()]{0,60}\)[^()"]{0,60})"([^"()]{1,80})"[^()]{0,200}\)|, ?(?:hereinafter|hereafter)[^"().;]{0,60}"([^"()]{1,80})"|\((?:the )?'([A-Z][^'()]{1,40})'\)|[(,-] ?(?:hereinafter|hereafter|herein)(?: \w{1,8}){0,2} (?:referred to as|called|known as)(?: as)? (?:the )?([A-Z][\w&.'-]{0,30}(?: [A-Z][\w&.'-]{0,30}){0,3}) ?[),;-]/gi
// of all together, of documents and days
const collective =
  /^(?:part(?:y|ies)|agreement|.{0,40} agreement|effective date|contract|amendment|members?|we|us|affiliates?|group|term|.{0,40}date|.{0,30} parties|transaction|.{0,30} act|sec|commission|property)[,.]?$/i
const together =
  /\b(?:collectively|together|each (?:of|a|an|individually|hereinafter)|individually|jointly|both)\b/i

interface Named {
  readonly name: string
  readonly called: string | null
  readonly legalForm: boolean
  readonly strictForm: boolean
  readonly described: boolean
  /** Whether it was read together with another name. */
  readonly isHalf?: true
  readonly start: number
  readonly end: number
}

/** The parties that the preamble names. */
export function readParties(document: Signed, preamble: Preamble | undefined): readonly FoundFact[] {
  const { text } = document
  const named = preamble?.parties === undefined ? [] : namedIn(text, preamble.end, preamble.parties)
  const facts = factsOf(named.length > 0 ? apart(text, preamble, joined(text, named)) : signing(document))
  return preamble?.isMention === true ? facts.map((fact) => ({ ...fact, certainty: 'possible' })) : facts
}

function namedIn(text: string, end: number, parties: number): Named[] {
  const named: Named[] = []
  let from = parties
  const whole = text.slice(0, end)
  for (const match of whole.slice(from).matchAll(definition)) {
    const at = parties + match.index
    if (named.length >= 2 && sentenceEnd(whole, from, at) !== undefined) break
    const called = termOf(match.slice(1).find((words) => words !== undefined) ?? '')
    const some = namesIn(whole, from, at)
    const last = some.at(-1)
    if (last && !isCollective(match[0], called)) some[some.length - 1] = { ...last, called }
    named.push(...some)
    from = at + match[0].length
    if (named.length > most) break
  }
  if (named.length < 2)
    named.push(
      ...namesIn(whole, from, sentenceEnd(whole, from, from + 700) ?? Math.min(whole.length, from + 700)),
    )
  return named
}

/** "Institute of Soil" and "Water Research" are one name where the text has them as one elsewhere too. */
function joined(text: string, named: readonly Named[]): readonly Named[] {
  const all: Named[] = []
  for (const each of named) {
    const before = all.at(-1)
    const whole = before && text.slice(before.start, each.end)
    if (
      before &&
      whole !== undefined &&
      isHalf(before) &&
      isOneName(text, whole, text.slice(before.end, each.start))
    )
      all[all.length - 1] = { ...each, name: whole, start: before.start }
    else all.push(each)
  }
  return all
}

/**
 * "between Harbour and Zephyr Ltd": nobody makes a contract alone, so the only name, with nobody after it, is two. The
 * first of them has nothing but that to show for it.
 */
function apart(text: string, preamble: Preamble | undefined, named: readonly Named[]): readonly Named[] {
  const [only] = named
  const halves = only && /^(.{2,60}?) and (.{2,60})$/.exec(only.name)
  if (!only || !halves || named.length > 1) return named
  const rest = text.slice(only.end, Math.min(preamble?.end ?? only.end, only.end + 300))
  if (/\b(?:and|with)\b/i.test(rest.split(/[A-Za-z]{2}\. (?=[A-Z])/)[0] ?? '')) return named
  const [, first = '', second = ''] = halves
  const start = only.end - second.length
  return [
    { ...only, name: first, called: null, isHalf: true, end: only.start + first.length },
    { ...only, name: second, start },
  ]
}

const isHalf = ({ called, described, strictForm }: Named) => called === null && !described && !strictForm

function isOneName(text: string, name: string, gap: string): boolean {
  if (!/^ (?:and|&) $/i.test(gap)) return false
  const [all, one] = [text.toLowerCase(), name.toLowerCase()]
  for (let at = all.indexOf(one); at >= 0; at = all.indexOf(one, at + 1))
    if (!/\b(?:between|among|with|by|and|both|of):? ?$/.test(all.slice(Math.max(0, at - 10), at))) return true
  return false
}

const mostSignatures = 60

type Signed = Pick<ContractText, 'text' | 'starts'>

/** The companies above the signatures, where no sentence says between whom the contract is. */
function signing(document: Signed): Named[] {
  const { text } = document
  const named: Named[] = []
  const from = Math.max(0, text.search(/\b(?:in witness whereof|the undersigned)\b/i))
  let looked = 0
  for (const { index } of text.slice(from).matchAll(/\bBy ?:/g)) {
    if (looked++ >= mostSignatures) break
    const company = companyBefore(document, from + index)
    if (company) named.push(company)
  }
  return named
}

/** The name of a company that ends where the signature begins. */
function companyBefore({ text, starts }: Signed, end: number): Named | undefined {
  let { index } = paragraphAt({ starts }, end)
  for (; index >= 0; index--) {
    const start = starts[index] ?? 0
    if (start < end - 90) break
    const name = namedAt(text, start, end)
    if (name?.strictForm === true && /^[ ,.:]{0,3}$/.test(text.slice(name.end, end))) return name
  }
  return undefined
}

const termOf = (words: string) =>
  words
    .replace(/^the /i, '')
    .replace(/[,.; ]{1,3}$/, '')
    .trim()

const isCollective = (brackets: string, called: string) => {
  const at = brackets.search(together)
  return collective.test(called) || (at >= 0 && at < brackets.indexOf('"'))
}

const stop = /[A-Za-z)"]{2}\. (?=[A-Z])/g
const abbreviation = /\b(?:inc|ltd|corp|co|no|llc|jr|sr|st|ave|blvd|dr|mr|ms|mrs|rd|ste|[a-z]\.[a-z])$/i

/** Where a sentence ends between the two positions. */
function sentenceEnd(text: string, from: number, to: number): number | undefined {
  for (const { index } of text.slice(from, to).matchAll(stop))
    if (!abbreviation.test(text.slice(Math.max(0, from + index - 6), from + index + 2)))
      return from + index + 2
  return undefined
}

// what stands between two parties
const between =
  /(?:[,;:]|\)) ?(?:- ?)?(?:and|&|or)?(?: ?-)? ?(?:\d\)|\(\w{1,3}\)|\d{1,2}\.)? ?(?=["(]?[A-Z\d])|\b(?:and|among|between|with|AND|WITH)\b ?(?:between )?[:-]{0,3} ?(?:the )?|\bparty [b-d2-4] ?: ?|\((?:\d|[ivx]{1,4}|[a-h])\) ?/g

/** Names in a stretch of the preamble: the one it begins with, and those that follow what separates parties. */
function namesIn(whole: string, from: number, to: number): Named[] {
  const names: Named[] = []
  const first = from + leadOf(whole.slice(from, to))
  const one = namedAt(whole, first, to)
  if (one) names.push(one)
  for (const { index, 0: words } of whole.slice(from, to).matchAll(between)) {
    const start = from + index + words.length
    if (start < (names.at(-1)?.end ?? first) || start >= to) continue
    const next = namedAt(whole, start, to)
    if (
      next &&
      (next.strictForm || next.described || next.called !== null) &&
      !isPlace.test(whole.slice(Math.max(0, start - 40), start))
    )
      names.push(next)
  }
  return names
}

function namedAt(whole: string, start: number, to: number): Named | undefined {
  const found = nameAtStartOf(whole.slice(start, to))
  if (!found) return undefined
  const { name, legalForm, strictForm, length } = found
  const after = whole.slice(start + length, start + length + 90)
  return {
    name,
    called: partyLetter.exec(whole.slice(Math.max(0, start - 12), start))?.[1] ?? null,
    legalForm,
    strictForm,
    described: describes.test(after),
    start,
    end: start + length,
  }
}

// Party A: Acme
const partyLetter = /\b(party [a-d1-4]) ?: ?$/i

const describes =
  /^[ ,]{0,3}(?:\([^()]{1,60}\)[ ,]{0,2})?(?:an? [^,.;()]{0,50}\b(?:corporation|company|partnership|individual|entity|bank|trust|association|society|university|organi[sz]ation|institution|person|citizen|resident|foundation)\b|(?:a company )?(?:duly )?(?:organi[sz]ed|incorporated|existing|registered) |having (?:its|an|a) |whose |with (?:its|offices?|an? (?:office|address|principal))|acting |represented |d\/b\/a |doing business )/i
// a name there is that of a place or of a law
const isPlace = /\b(?:of|in|at|under|laws of the State of|located at|Street|Suite|Avenue|Floor)[ ,]{0,3}$/

/** How many characters lead to the first name: conjunctions, numbers, signs. */
function leadOf(text: string): number {
  const match =
    /^(?:[ ,;:.)"'*_-]|(?:the )?part(?:y|ies) [ab12]\b|and\b|by\b|among\b|between\b|with\b|the following(?: parties)?\b|the parties listed\b|\((?:\d{1,2}|[ivx]{1,4}|[a-h])\)|\d{1,2}[.)] |[a-h]\) |on (?:the )?one (?:hand|part|side)\b|on the other (?:hand|part|side)\b|of the (?:first|one|other|second|third) part\b|the (?:first|second) party\b|each of\b|of\b|parties\b|the (?=[A-Z])){0,40}/i.exec(
      text.slice(0, 300),
    )
  return match?.[0].length ?? 0
}

function factsOf(named: readonly Named[]): FoundFact[] {
  const facts: FoundFact[] = []
  const taken = new Set<string>()
  for (const { name, called, legalForm, described, isHalf: isPart, start, end } of named) {
    const key = name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
    if (key.length < 3 || taken.has(key) || isNoParty(name) || !/\p{L}{2}/u.test(name)) continue
    if (!legalForm && !described && called === null && !isPart) continue
    taken.add(key)
    facts.push({
      kind: 'party',
      name,
      called,
      certainty: isPart ? 'possible' : certaintyOf({ called, legalForm, described }),
      start,
      end,
    })
  }
  return facts.slice(0, most)
}

const certaintyOf = ({
  called,
  legalForm,
  described,
}: Pick<Named, 'called' | 'legalForm' | 'described'>): Certainty => {
  if (legalForm && (called !== null || described)) return 'certain'
  return legalForm || (called !== null && described) ? 'likely' : 'possible'
}

const isNoParty = (name: string) =>
  notParties.test(name) ||
  /^(?:inc|ltd|llc|corp|limited|incorporated|corporation)\b/i.test(name) ||
  places.has(name.toLowerCase()) ||
  /^[A-Z]{2} \d{4,5}\b/.test(name)

const notParties =
  /^(?:(?:this |the )?(?:agreement|parties|party|company|customer|supplier|licensor|licensee|contractor|consultant|effective date|state of .{1,30}|delaware|nevada|new york|california|united states.{0,20}|section .{0,10}|exhibit.{0,10}|whereas|undersigned|board|commission|city of .{1,30}))$/i
