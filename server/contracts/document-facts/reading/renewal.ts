// Renewal, and the notice that prevents it.
import type { ContractText } from './contract-text.ts'
import { durationsIn } from './durations.ts'
import type { FoundFact } from './fact.ts'

const renews = /\b(?:renew(?:s|ed|als?|able)?|extend(?:s|ed)?|extension|roll over)\b/i
const thisOne = /\b(?:agreement|terms?|contract|periods?)\b/i
const byItself =
  /\b(?:automatic(?:ally)?|shall (?:be )?renew(?:ed)?|will (?:be )?renew(?:ed)?|successive|year[- ]to[- ]year)\b/i
const renewalPeriod =
  /\b(?:renew(?:s|ed|als?)?(?: terms?)?|extend(?:s|ed)?|extension|successive|additional|further|subsequent|consecutive|terms? of|periods? of|for)\b[^.;]{0,60}$/i

/** The length of a renewal. */
export function readRenewal({ sentences }: ContractText): readonly FoundFact[] {
  for (const { text, start, end } of sentences) {
    const at = text.search(renews)
    if (
      at < 0 ||
      !thisOne.test(text) ||
      /\b(?:lease|insurance|letter of credit|patent|registration)\b/i.test(
        text.slice(Math.max(0, at - 40), at + 40),
      )
    )
      continue
    if (/\b(?:not|no right to) (?:be )?renew/i.test(text)) continue
    for (const duration of durationsIn(text)) {
      if (duration.unit === 'days') continue
      const before = text.slice(Math.max(0, duration.start - 90), duration.start)
      const after = text.slice(duration.end, duration.end + 50)
      if (duration.start < at && !/^ (?:renewal|extension)/i.test(after)) continue
      if (!renewalPeriod.test(before) && !/^ (?:renewal |extension |terms?\b|periods?\b)/i.test(after))
        continue
      if (
        /^['s]{0,2} ?(?:prior|written|advance|before|notice)/i.test(after) ||
        /\b(?:at least|less than|more than|within) $/i.test(before)
      )
        continue
      const { amount, unit } = duration
      const automatic = byItself.test(text)
      return [
        {
          kind: 'renewal',
          duration: { amount, unit },
          automatic,
          certainty: automatic ? 'certain' : 'likely',
          start,
          end,
        },
      ]
    }
  }
  return []
}

const purpose = /\b(?:unless|if|upon|by|shall|may|must|provided)\b[^.]{0,400}\b(?:notice|notif|advise|elect)/i
// written notice of termination no later than 90 days prior to the expiration of the Term
const ofEnd =
  /\bnotice of (?:its )?(?:intent(?:ion)? to )?terminat[^.;]{0,160}\b(?:prior to|before) the (?:end|expir)[^.;]{0,40}\bterm\b/i
const otherNotice = /\b(?:deficienc\w{1,4}|fees?|pric(?:e|ing)|charges?|breach|default)\b/i

/** How long before the end notice must be given so that the contract does not renew. */
export function readNoticePeriod({ sentences }: ContractText): readonly FoundFact[] {
  for (const [index, { text, start, end }] of sentences.entries()) {
    if (!/\b(?:notice|notif(?:y|ies|ication)|notified|advise[sd]?|elects?)\b/i.test(text)) continue
    const near = `${sentences[index - 1]?.text.slice(-400) ?? ''} ${text}`
    if (!(renews.test(near) || ofEnd.test(text)) || !thisOne.test(text)) continue
    for (const { start: at, end: to, amount, unit } of durationsIn(text)) {
      const after = text.slice(to, to + 110)
      if (
        !/^['s]{0,2} ?(?:advance |prior |written |in advance )*(?:before|prior|notice|in advance|preceding|written)/i.test(
          after,
        )
      )
        continue
      if (!purpose.test(text) || otherNotice.test(text.slice(Math.max(0, at - 200), to + 200))) continue
      const around = text.slice(Math.max(0, at - 160), to + 160)
      if (
        !/\b(?:end|expir(?:y|ation|es?|ing)|anniversary|renew(?:al)?|then[- ]current|non-?renewal|such (?:successive )?period|term)\b/i.test(
          around,
        )
      )
        continue
      return [
        {
          kind: 'noticePeriod',
          duration: { amount, unit },
          certainty: renews.test(text) ? 'certain' : 'likely',
          start,
          end,
        },
      ]
    }
  }
  return []
}
