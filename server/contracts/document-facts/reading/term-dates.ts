// When a contract was made and when it takes effect.
import type { ContractText } from './contract-text.ts'
import { datesIn, type DayOrder, type FoundDate } from './dates.ts'
import type { Certainty, FactOf } from './fact.ts'
import type { Preamble } from './preamble.ts'

/** What the rules for days read from. */
export interface Given {
  readonly document: ContractText
  readonly preamble: Preamble | undefined
  readonly order: DayOrder
}

/** The day of the agreement: in the preamble, or beside "dated" near the beginning or the end. */
export function readAgreementDate({
  document: { text },
  preamble,
  order,
}: Given): FactOf<'agreementDate'> | undefined {
  const at = (date: FoundDate, from: number, certainty: Certainty) => ({
    kind: 'agreementDate' as const,
    date: date.date,
    certainty: preamble?.isMention === true ? ('possible' as const) : certainty,
    start: from + date.start,
    end: from + date.end,
  })
  if (preamble) {
    const from = Math.max(0, preamble.start - 200)
    const dates = datesIn(text.slice(from, preamble.end), order)
    const inside = dates.find(
      ({ start, end }) =>
        isOwn(text, from + start) &&
        from + end > preamble.start &&
        from + start < preamble.start + 1_500 &&
        isMade(text, from + start),
    )
    if (inside) return at(inside, from, 'certain')
    const loose = dates.find(({ start }) => isOwn(text, from + start) && from + start < preamble.start + 600)
    if (loose) return at(loose, from, 'likely')
  }
  const loose = datesIn(text.slice(0, 12_000), order).find(
    ({ start }) => wasMade.test(text.slice(Math.max(0, start - 90), start)) && isOwn(text, start),
  )
  if (loose) return at(loose, 0, 'likely')
  return signedOn(text, order)
}

/** The last day beside a signature. */
function signedOn(text: string, order: DayOrder): FactOf<'agreementDate'> | undefined {
  const witnessed = text.search(/\bin witness whereof\b/i)
  const signed = text.search(/\/s\/|\bBy ?: ?_{3}/)
  const from = witnessed >= 0 ? witnessed : signed >= 0 ? Math.max(0, signed - 200) : 0
  // a short one may be signed without these words
  if (from === 0 && witnessed < 0 && text.length > 10_000) return undefined
  const days = datesIn(text.slice(from, from + 4_000), order).filter(
    ({ start, end }) =>
      !ofFiling.test(text.slice(Math.max(0, from + start - 90), from + start)) &&
      (besideDate.test(text.slice(Math.max(0, from + start - 24), from + start)) ||
        /^ ?(?:\/s\/|date\b)/i.test(text.slice(from + end, from + end + 8))),
  )
  const last = days.toSorted((one, other) => (one.date < other.date ? 1 : -1))[0]
  if (!last) return undefined
  return {
    kind: 'agreementDate',
    date: last.date,
    certainty: 'possible',
    start: from + last.start,
    end: from + last.end,
  }
}

const besideDate = /\b(?:dated?|as of|day of|on) ?:? ?(?:as of |the )?_{0,4} ?$/i
// what a public register prints below each page
const ofFiling = /\bSource: [^.]{0,40}(?:\.[^.]{0,20})?, [\w()/ -]{2,24}, $/

const wasMade =
  /\b(?:agreement|dated|made|entered into|executed|effective)(?:,| is| has been| was)?(?: made| entered into| dated| effective| executed)?(?:,| and| this| as of| as at| on| of| the| day| entered into| effective| executed| made){0,6} ?$/i

const isMade = (text: string, at: number) =>
  /\b(?:dated?|made|entered into|effective|executed|signed|concluded|as of|as at|on this|this)\b[^.;]{0,60}$/i.test(
    text.slice(Math.max(0, at - 90), at),
  )

const isOwn = (text: string, at: number) =>
  !ofOtherAgreement(text, at) && !ofFiling.test(text.slice(Math.max(0, at - 90), at))

/** "the Lease dated 3 May 2001" in the preamble of its amendment. */
const ofOtherAgreement = (text: string, at: number) =>
  /\b(?:that certain|original|(?:to|under|of|the|pursuant to) (?:the |that )?(?:[A-Z][\w-]{0,20} ){0,6}(?:Agreement|Lease|Contract|Act)(?: \([^()]{0,60}\))?,? (?:made |entered into )?(?:and )?(?:dated|as of|made|entered into))\b[^.;()]{0,40}$/i.test(
    text.slice(Math.max(0, at - 160), at),
  )

/** The day it takes effect, only where the document says so in these words. */
export function readEffectiveDate(
  { document: { text, sentences }, preamble, order }: Given,
  agreement: FactOf<'agreementDate'> | undefined,
): FactOf<'effectiveDate'> | undefined {
  const inPreamble =
    preamble && agreement && agreement.start >= preamble.start - 200 && agreement.end <= preamble.end
  const before = agreement ? text.slice(Math.max(0, agreement.start - 60), agreement.start) : ''
  const after = agreement ? text.slice(agreement.end, agreement.end + 110) : ''
  const defined = agreement && isDefined.exec(after)
  if (defined) {
    // entered into on October 1, 2019 and made effective as of November 1, 2019 (the "Effective Date")
    const later = datesIn(defined[0], order).at(-1)
    const from = agreement.end
    const own = later && { date: later.date, start: from + later.start, end: from + later.end }
    return { ...agreement, ...own, kind: 'effectiveDate' }
  }
  for (const sentence of sentences) {
    if (!/\b(?:effective|commenc|begin|force)/i.test(sentence.text)) continue
    const date = datesIn(sentence.text, order).find(({ start }) =>
      startsThen.test(sentence.text.slice(Math.max(0, start - 150), start)),
    )
    if (!date) continue
    const start = sentence.start + date.start
    return {
      kind: 'effectiveDate',
      date: date.date,
      certainty: 'likely',
      start,
      end: sentence.start + date.end,
    }
  }
  if (!agreement) return undefined
  if (inPreamble && /\beffective\b[^.;]{0,50}$/i.test(before)) return { ...agreement, kind: 'effectiveDate' }
  const hereof = sentences.find(({ text: words }) => sameDay.test(words))
  if (hereof)
    return { ...agreement, kind: 'effectiveDate', certainty: 'likely', start: hereof.start, end: hereof.end }
  const signed = sentences.find(({ text: words }) => onSignature.test(words))
  const last = signed && signedOn(text, order)
  if (last)
    return { ...last, kind: 'effectiveDate', certainty: 'possible', start: signed.start, end: signed.end }
  return undefined
}

// July 11, 2006 (the "Effective Date"), hereinafter called the Effective Date
const isDefined =
  /^[^.;]{0,50}(?:\([^()]{0,60}|hereinafter (?:called|referred to as) (?:the )?|(?<!\b(?:as of|on|from|upon) )the )"?(?:the )?(?:effective|commencement|start) ?date/i
const startsThen =
  /(?:\b(?:effective|commencement|start) date"?\)?(?: of this agreement)? ?(?:means|shall mean|is|shall be|:|=|-) ?(?:on |as of )?(?:[\d:]{1,5} ?[ap]\.m\.,? (?:[\w ]{1,24} time,? )?on )?(?:the )?|\b(?:agreement|term|venture|contract period)\b[^.;]{0,60}\b(?:(?:shall |will )(?:be(?:come)? effective|commence|begin|take effect|come into (?:full )?(?:force|effect)|enter into force|be in (?:full )?force)|comes into (?:force|effect)|enters into force|commences|begins|takes effect|commencing|beginning|is effective)(?: as of| on| from| upon)?(?: the)?(?: day of)? )$/i
const sameDay =
  /\b(?:(?:effective|commencement) date"? (?:means|shall mean|is|shall be)|(?:agreement|term|contract)"?\)? (?:shall |will )?(?:be(?:come)? effective|is effective|commences?|begins?|takes? effect|comes? into (?:full )?(?:force|effect))) (?:as of |on |from |upon )?(?:the )?(?:date|day)(?: and year)? (?:hereof|of (?:execution of )?th(?:is|e) agreement|first (?:above )?(?:written|set forth))/i
// effective when the last of them has signed, or on the day that stands below
const onSignature =
  /\b(?:effective|commencement) date\b[^.;]{0,80}\b(?:last|final|latest|most recent|later)\b[^.;]{0,60}\b(?:sign|execut|part(?:y|ies)\b)|\b(?:as of|on|upon) (?:the )?date (?:noted|set forth|written|shown|indicated) below \(the "effective|\b(?:effective|commences?) (?:as of |on |upon )(?:the )?(?:(?:later|latest) of the dates\b|date (?:of (?:the )?last signature|(?:noted|set forth) below))/i
