// How long a contract lasts and when it ends, from the sentence that is most clearly about it.
import type { Sentence } from './contract-text.ts'
import { datesIn, type DayOrder } from './dates.ts'
import { dayAfter, type Duration, durationsIn } from './durations.ts'
import type { Certainty, FactOf, FoundFact } from './fact.ts'
import type { Given } from './term-dates.ts'

/** The day that it takes effect, or that of the agreement whatever that is, or one that is not known yet: a launch. */
type CountedFrom = 'start' | 'agreement' | 'event'

interface Ending {
  readonly points: number
  readonly sentence: Sentence
  readonly date?: string
  readonly duration?: Duration
  readonly from?: CountedFrom
}

/** How long it lasts, when it ends. An end that is reckoned counts from the day it takes effect, if that is known. */
export function readTerm(
  { document, order }: Given,
  effective: FactOf<'effectiveDate'> | undefined,
  agreement: FactOf<'agreementDate'> | undefined,
): readonly FoundFact[] {
  const endings = document.sentences.flatMap((sentence, index) =>
    endingsIn(sentence, headingBefore(document.sentences, index), order),
  )
  const best = endings.toSorted((one, other) => other.points - one.points)[0]
  if (best) {
    const days = { start: effective ?? agreement, agreement: agreement ?? effective, event: undefined }
    return factsOf(best, days[best.from ?? 'start'])
  }
  const endless = document.sentences.find(({ text }) => perpetual.test(text))
  return endless
    ? [{ kind: 'term', duration: null, certainty: 'likely', start: endless.start, end: endless.end }]
    : []
}

function factsOf(
  { points, sentence: { start, end }, date, duration }: Ending,
  from: { readonly date: string } | undefined,
): FoundFact[] {
  const certainty: Certainty = points >= 4 ? 'certain' : points >= 3 ? 'likely' : 'possible'
  if (date !== undefined) return [{ kind: 'expiryDate', date, reckoned: false, certainty, start, end }]
  if (!duration) return []
  const term = { kind: 'term', duration, certainty, start, end } as const
  if (!from) return [term]
  const reckoned: Certainty = certainty === 'certain' ? 'likely' : 'possible'
  return [
    term,
    {
      kind: 'expiryDate',
      date: dayAfter(from.date, duration),
      reckoned: true,
      certainty: reckoned,
      start,
      end,
    },
  ]
}

const headingBefore = (sentences: readonly Sentence[], index: number) =>
  sentences[index - 1]?.text.slice(-40) ?? ''

const perpetual =
  /\b(?:agreement|term|license)\b[^.;]{0,160}\b(?:perpetual|in perpetuity|continue indefinitely|unlimited period|indefinite (?:period|term)|until (?:it is |such time as it is )?(?:earlier )?terminated (?:by|in accordance|as provided|pursuant|under|upon)|for an unlimited)/i

// the sentence says what the term is
const subject =
  /\b(?:the|its|an?) (?:initial |original |fixed |base )?(?:term|duration)\b[^.;]{0,120}?\b(?:shall|will|is|commences?|begins?|of|expires?)\b|\b(?:this|the) (?:[\w-]{1,24} ){0,5}(?:agreement|contract|lease|jsma)\b[^.;]{0,120}?\b(?:shall|will|is|commences?|begins?|takes?|becomes?|terminates?|expires?|continues?|remains?|enters?|comes?)\b|\b(?:initial )?term ?:|\bexpiration date\b|\bcontract period\b/i
// this OMA shall expire
const shortName = /\b[Tt]his [A-Z]{2,8} (?:shall|will|is|commences|begins|expires|terminates)\b/
const verb =
  /\b(?:commenc|continu|remain|begin|expir|in (?:full )?(?:force|effect)|takes? effect|effective|for (?:a|an|the) (?:[a-z]{1,12} )?(?:period|term)|until|initial|\b(?:shall|will) (?:end|terminate)\b)/i
const heading = /\bterm(?:s? and (?:termination|renewal)| of (?:this )?agreement)?[\d .:"')-]{0,8}$/i
const ownHeading = /^[\d .()a-z]{0,8}(?:term\b|duration\b|initial term\b|term and)/i
const otherMatter =
  /\b(?:confidential|records?|audit|surviv|non-?compet|warrant(?:y|ies)|insurance|retain|non-?solicit|royalt|statement|patent|invoice|option to purchase|vest|employ(?:ment|ee)|capital contribution|exclusiv|minimum|prevented|continuous period|force majeure)/i

// what goes on when the contract is over is not how long it lasts
const survival = /\bsurviv|\bobligations?\b[^.;]{0,80}\b(?:remain|continue|last|end|expire)s?\b/i

function endingsIn(sentence: Sentence, before: string, order: DayOrder): Ending[] {
  const { text } = sentence
  const about = subject.exec(text) ?? shortName.exec(text)
  if (!about && !ownHeading.test(text)) return []
  const points =
    (about ? 1 : 0) +
    (verb.test(text) ? 1 : 0) +
    (heading.test(before.trim()) || ownHeading.test(text) ? 1 : 0) +
    (/"(?:the )?(?:initial )?term"/i.test(text) ? 1 : 0) +
    (/\beffective date|date (?:hereof|of this agreement)|commenc/i.test(text) ? 0.5 : 0) -
    (otherMatter.test(text) ? 1.5 : 0) -
    (survival.test(text) ? 1.5 : 0) -
    (/\bduring the (?:initial )?term\b/i.test(text) ? 1.5 : 0)
  if (points < 2) return []
  const date = datesIn(text, order).find(({ start }) =>
    endsThen.test(text.slice(Math.max(0, start - 110), start)),
  )
  if (date) return [{ points: points + 0.5, sentence, date: date.date }]
  const length = lengthIn(text, about?.index ?? 0)
  return length ? [{ points, sentence, ...length }] : []
}

const endsThen =
  /\b(?:until|through|to|ending|ends?|conclud(?:e|es|ing)|expir(?:e|es|ing)|terminat(?:e|es|ing)|expiration date"?\)?(?: of this agreement)? ?(?:means|shall mean|is|shall be|:)|and including)(?: automatically)?(?: on| at| as of| upon)? ?(?:and including |midnight (?:on |of )?|(?:the )?close of business on |(?:at )?[\w:.]{1,8} (?:[ap]\.?m\.?,? )?(?:[A-Z][a-z]{2,9} time,? )?on )?(?:the )?$/i

const forPeriod =
  /\b(?:(?:initial |original )?(?:term|period|duration)(?: of this (?:agreement|contract))?(?: \([^()]{0,40}\))? (?:of|is|shall be|will be|shall be for|will be for|is for|:)|for(?: (?:a|an|the))?(?: [a-z]{1,12})? (?:term|period) of|for|effect|until|through|in|term:|continues?|thereafter for|shall be|will be|is|expires?|terminates?|ends?|the date (?:that|which) is)(?: (?:a|an|the|approximately|at least))?(?: (?:initial|minimum|fixed))?(?: (?:term|period) of)? $/i
const notTerm =
  /\b(?:renew|extend(?!s? until)|extension|additional|successive|notice|prior|within|after the (?:termination|expiration))/i

// shall end two years after the Effective Date, until the fifth anniversary of this Agreement
const ends =
  /\b(?:until|through|ending|ends?|expires?|expiring|terminates?|terminating|concludes?|continues?|extends?|effect)\b[^.;]{0,60}$/i
const fromDay =
  /^ ?,? ?(?:thereafter\b|(?:year )?(?:anniversary )?(?:after|from|following|of) (?:and including )?(?:the |this )?(?:effective|commencement|start|date (?:hereof|of (?:this|execution|signing|signature|the (?:agreement|last))|first|set|above|on)|execution|signing|signature|closing|agreement)\b)/i
const fromEvent =
  /^ ?,? ?(?:(?:commencing|beginning|starting) )?(?:after|from|following|on|upon) (?:the )?(?:\w{1,20} ){0,4}(?:launch|delivery|sale|shipment|opening|completion|approval|service|acceptance|transfer|termination|expiration)\b/i
const dayOfAgreement =
  /^ (?:anniversary )?(?:after|from|following|of) (?:the )?date (?:hereof|of this|first)/i

interface Length {
  readonly duration: Duration
  readonly from: CountedFrom
}

function lengthIn(text: string, position: number): Length | undefined {
  for (const { start, end, amount, unit } of durationsIn(text)) {
    if (unit === 'days' || unit === 'weeks' || start < position) continue
    const before = text.slice(Math.max(0, start - 70), start)
    const after = text.slice(end, end + 60)
    if (
      notTerm.test(before) ||
      !(
        forPeriod.test(before) ||
        /^ (?:initial )?(?:term|period)\b/i.test(after) ||
        (ends.test(before) && fromDay.test(after))
      )
    )
      continue
    if (
      /^[^.;]{0,30}\b(?:prior|notice|after (?:the |such |any )?(?:termination|expir)|following (?:the |such |any )?(?:termination|expir))/i.test(
        after,
      )
    )
      continue
    const from = dayOfAgreement.test(after)
      ? 'agreement'
      : fromEvent.test(after) && !fromDay.test(after)
        ? 'event'
        : 'start'
    return { duration: { amount, unit }, from }
  }
  return undefined
}
