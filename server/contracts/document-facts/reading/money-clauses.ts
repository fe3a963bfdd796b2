// What a contract is worth, how far somebody is liable, and when invoices are paid.
import type { ContractText, Sentence } from './contract-text.ts'
import { durationsIn } from './durations.ts'
import type { Certainty, FactOf } from './fact.ts'
import { moneyIn } from './money.ts'

const total =
  /\b(?:total|aggregate|overall|maximum)(?: contract| purchase| agreed)? (?:price|value|amount|sum|fees?|compensation|consideration|payment|budget)|\bcontract (?:price|value|sum|amount)\b|\b(?:purchase price|lump[- ]sum|fixed fee|flat fee)\b/i
const fee =
  /\b(?:annual|yearly|licen[cs]e|service|sponsorship|consulting|management|franchise|initial|base) (?:fees?|payment|rent|retainer|salary)\b/i
const noValue =
  /\b(?:liabilit|insurance|penalt|damages|per (?!annum|year|cent)[a-z]+|exceed|less than|more than|at least|greater than|coverage|par value|limit|minimum|deductible|shares of|common stock)\b/i

/** What the contract says it is worth: a total, or else a fee. */
export function readValue({ sentences }: ContractText): FactOf<'value'> | undefined {
  return valueBy(sentences, total, 'likely') ?? valueBy(sentences, fee, 'possible')
}

function valueBy(
  sentences: readonly Sentence[],
  words: RegExp,
  certainty: Certainty,
): FactOf<'value'> | undefined {
  for (const { text, start, end } of sentences) {
    const at = text.search(words)
    if (at < 0) continue
    const found = moneyIn(text.slice(at, at + 220))[0]
    if (!found || noValue.test(text.slice(Math.max(0, at - 80), at + found.end + 40))) continue
    return { kind: 'value', amount: found.amount, currency: found.currency, certainty, start, end }
  }
  return undefined
}

const limits =
  /\bliability\b[^;]{0,300}\b(?:not exceed|exceeds?|be limited to|is limited to|in excess of|greater than|more than|capped at)\b|\bliable\b[^;]{0,120}\b(?:amount|sum|damages)[^;]{0,60}\b(?:exceed|exceeding|in excess of|greater than|more than)\b|\b(?:not exceed|exceeds?|limited to|in excess of)\b[^;]{0,120}\bliability\b|\bmaximum(?: aggregate)? liability\b/i
const ofAll = /\b(?:total|aggregate|cumulative|maximum|entire|overall|combined)\b/i

/** The limit of liability. */
export function readLiabilityCap({ sentences }: ContractText): FactOf<'liabilityCap'> | undefined {
  const found = sentences.filter(
    ({ text }) =>
      limits.test(text) &&
      !/\b(?:insurance|policy limits?|not (?:be )?limited to|net worth|refund|fees and expenses|separate (?:firm|counsel))\b/i.test(
        text,
      ),
  )
  const best = found.find(({ text }) => ofAll.test(text)) ?? found[0]
  if (!best) return undefined
  const at = Math.max(
    0,
    best.text.search(/\b(?:exceed|limited to|in excess|greater than|more than|capped|maximum)/i),
  )
  const money = moneyIn(best.text.slice(at, at + 300))[0]
  return {
    kind: 'liabilityCap',
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    certainty: ofAll.test(best.text) ? 'certain' : 'likely',
    start: best.start,
    end: best.end,
  }
}

/** How long after an invoice it is paid. */
export function readPaymentTerms({ sentences }: ContractText): FactOf<'paymentTerms'> | undefined {
  for (const { text, start, end } of sentences) {
    const net = /\bnet[ -]?(\d{1,3})\b(?: days)?/i.exec(text)
    if (net?.[1] !== undefined && /\b(?:pa(?:id|y|yable|yment)|invoice|terms)\b/i.test(text))
      return {
        kind: 'paymentTerms',
        duration: { amount: Number(net[1]), unit: 'days' },
        certainty: 'certain',
        start,
        end,
      }
    if (
      !/\binvoices?\b/i.test(text) ||
      /\b(?:audit|underpa|overpa|deficien|dispute)/i.test(text) ||
      !/\b(?:pay|paid|payable|payment|due|remit)/i.test(text)
    )
      continue
    for (const { start: at, end: to, amount, unit } of durationsIn(text)) {
      const before = text.slice(Math.max(0, at - 60), at)
      const after = text.slice(to, to + 90)
      if (
        unit === 'years' ||
        !/\b(?:within|in|no later than|not later than|least|due|net)(?: the)? $/i.test(before)
      )
        continue
      if (!/^ ?(?:of|after|from|following|upon)\b[^.;]{0,60}\b(?:invoices?|receipt|date)\b/i.test(after))
        continue
      if (!/\b(?:pay|paid|payable|payment|due|remit)/i.test(text.slice(Math.max(0, at - 220), at))) continue
      return {
        kind: 'paymentTerms',
        duration: { amount, unit },
        certainty: /\binvoices?\b/i.test(after) ? 'certain' : 'likely',
        start,
        end,
      }
    }
  }
  return undefined
}
