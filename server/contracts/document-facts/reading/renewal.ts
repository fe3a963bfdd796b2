// Renewal, and the notice that prevents it.
import type { ContractText } from './contract-text.ts'
import { type Duration, durationsIn } from './durations.ts'
import type { FoundFact, Span } from './fact.ts'

const renews = /\b(?:renew(?:s|ed|als?|able)?|extend(?:s|ed)?|extension|roll over)\b/i
const thisOne = /\b(?:agreement|terms?|contract|periods?)\b/i
const byItself =
  /\b(?:automatic(?:ally)?|shall (?:be )?renew(?:ed)?|will (?:be )?renew(?:ed)?|successive|year[- ]to[- ]year)\b/i
const renewalPeriod =
  /\b(?:renew(?:s|ed|als?)?(?: terms?)?|extend(?:s|ed)?|extension|successive|additional|further|subsequent|consecutive|terms? of|periods? of|for)\b[^.;]{0,60}$/i

// an agreement to come, and no right to renew
const byBoth =
  /\b(?:renew(?:ed|able)?|extend(?:ed)?|extensions?)\b[^.;]{0,80}\b(?:mutual(?:ly)?|agreed (?:by|between|upon)|agreement (?:of|between) (?:the|both) parties|both parties|the parties (?:may|agree))\b|\b(?:mutual(?:ly)?|the parties (?:may|agree))\b[^.;]{0,60}\b(?:renew(?:ed)?|extend(?:ed)?|extension)\b/i

const byRight = /\b(?:option|right|may|can|elects?|entitled|notice|renewable|request)\b/i
const automaticEachYear =
  /\bautomatic(?:ally)? (?:be )?(?:renew(?:s|ed)? |extend(?:s|ed)? )?(?:(?:on )?(?:an? )?(?:annual|yearly)(?: basis)?|annually|each year|(?:from )?year[- ]to[- ]year)\b/i

const found = (span: Span, duration: Duration, automatic: boolean): FoundFact => ({
  kind: 'renewal',
  duration,
  automatic,
  certainty: automatic ? 'certain' : 'likely',
  ...span,
})

// for successive terms of the same length
const forTheSame =
  /\bautomatic[^.;]{0,120}\b(?:(?:same|like|equal|identical|similar) (?:length|duration|periods?)|(?:for|successive|additional) (?:a |the )?(?:same|like|equal|identical) terms?)\b|\bautomatic[^.;]{0,120}\bperiods? equal to the (?:initial )?term\b/i

/** The length of a renewal; it may be that of the term. */
export function readRenewal({ sentences }: ContractText, term: Duration | undefined): readonly FoundFact[] {
  for (const { text, start, end } of sentences) {
    const at = text.search(renews)
    if (
      at < 0 ||
      !thisOne.test(text) ||
      /\b(?:lease|insurance|letter of credit|patent|registration|warranty)\b/i.test(
        text.slice(Math.max(0, at - 40), at + 40),
      )
    )
      continue
    if (
      !/\bautomatic/i.test(text) &&
      (/\b(?:not|no right to) (?:be )?renew/i.test(text) || byBoth.test(text))
    )
      continue
    if (automaticEachYear.test(text)) return [found({ start, end }, { amount: 1, unit: 'years' }, true)]
    if (term && forTheSame.test(text)) return [found({ start, end }, term, true)]
    for (const duration of durationsIn(text)) {
      if (duration.unit === 'days') continue
      const before = text.slice(Math.max(0, duration.start - 90), duration.start)
      const after = text.slice(duration.end, duration.end + 50)
      if (duration.start < at && !/^ (?:renewal|extension)/i.test(after)) continue
      if (/\b(?:until|such|the date)(?: the)? $/i.test(before)) continue
      if (!renewalPeriod.test(before) && !/^ (?:renewal |extension |terms?\b|periods?\b)/i.test(after))
        continue
      if (
        /^['s]{0,2} ?(?:prior|written|advance|before|notice)/i.test(after) ||
        /\b(?:at least|less than|more than|within) $/i.test(before)
      )
        continue
      const automatic = byItself.test(text)
      if (!automatic && !byRight.test(text)) continue
      return [found({ start, end }, { amount: duration.amount, unit: duration.unit }, automatic)]
    }
  }
  return []
}

const purpose = /\b(?:unless|if|upon|by|shall|may|must|provided)\b[^.]{0,400}\b(?:notice|notif|advise|elect)/i
// written notice of termination no later than 90 days prior to the expiration of the Term
const ofEnd =
  /\bnotice of (?:its )?(?:intent(?:ion)? to )?terminat[^.;]{0,160}\b(?:prior to|before) the (?:end|expir)[^.;]{0,40}\bterm\b/i
const otherNotice =
  /\b(?:deficienc\w{1,4}|fees?|pric(?:e|ing)|charges?|breach|default|insur(?:er|ance|ed)|lease)\b/i
// notice that asks for another term, and no notice that prevents it
const asksForIt =
  /\b(?:exercise (?:this|its|the|such|any|an?|said) (?:\w{1,12} )?options?|options? to (?:renew|extend)|choose to renew|(?:elects?|election|intent(?:ion)?|wish(?:es)?|desires?|request(?:s|ing)?|right) to (?:renew|extend))\b/i

// where this sentence does not name the renewal
const beforeEnd =
  /\b(?:prior to|before|in advance of|preceding)\b[^.;]{0,80}\b(?:end|expir|anniversary|renewal|terms?|periods?)\b|\b(?:end|expiration|anniversary)\b/i
// a right to end it, and not to let it end
const atAnyTime = /\b(?:at any time|for any reason|without cause|for convenience|during (?:the|a|any) renew)/i
const preventsIt = /\bnot to\b|\bautomatic|\bnon-?renew|\bterminat/i

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
      if (
        !purpose.test(text) ||
        (asksForIt.test(near) && !preventsIt.test(near)) ||
        otherNotice.test(text.slice(Math.max(0, at - 200), to + 200))
      )
        continue
      const around = text.slice(Math.max(0, at - 160), to + 160)
      if (
        !/\b(?:end|expir(?:y|ation|es?|ing)|anniversary|renew(?:al)?|then[- ]current|non-?renewal|such (?:successive )?period|term)\b/i.test(
          around,
        )
      )
        continue
      if (!renews.test(text) && !beforeEnd.test(after)) continue
      if (atAnyTime.test(text.slice(Math.max(0, at - 400), to + 60))) continue
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
