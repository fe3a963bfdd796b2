// Amounts of money in a text.
import type { Span } from './fact.ts'

export interface FoundMoney extends Span {
  /** `1250000.00` */
  readonly amount: string
  /** By ISO 4217; a plain dollar is that of the United States. */
  readonly currency: string
}

const signs: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['us$', 'USD'],
  ['u.s.$', 'USD'],
  ['usd', 'USD'],
  ['usd$', 'USD'],
  ['c$', 'CAD'],
  ['cad', 'CAD'],
  ['cdn$', 'CAD'],
  ['cad$', 'CAD'],
  ['a$', 'AUD'],
  ['aud', 'AUD'],
  ['hk$', 'HKD'],
  ['hkd', 'HKD'],
  ['£', 'GBP'],
  ['gbp', 'GBP'],
  ['€', 'EUR'],
  ['eur', 'EUR'],
  ['chf', 'CHF'],
  ['sek', 'SEK'],
  ['nok', 'NOK'],
  ['dkk', 'DKK'],
  ['rmb', 'CNY'],
  ['cny', 'CNY'],
  ['jpy', 'JPY'],
  ['¥', 'JPY'],
  ['inr', 'INR'],
  ['sgd', 'SGD'],
  ['s$', 'SGD'],
  ['ils', 'ILS'],
  ['nis', 'ILS'],
])

const words: ReadonlyMap<string, string> = new Map([
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['pounds sterling', 'GBP'],
  ['pounds', 'GBP'],
  ['swiss francs', 'CHF'],
  ['us dollars', 'USD'],
  ['u.s. dollars', 'USD'],
  ['united states dollars', 'USD'],
  ['dollars', 'USD'],
  ['canadian dollars', 'CAD'],
  ['australian dollars', 'AUD'],
  ['yen', 'JPY'],
])

const signFirst =
  /(u\.s\.\$|usd\$?|us\$|cdn\$|cad\$?|c\$|aud|a\$|hkd|hk\$|sgd|s\$|gbp|eur|chf|sek|nok|dkk|rmb|cny|jpy|inr|ils|nis|[$£€¥]) ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(\.\d{1,2})?(?!\d)( ?(?:million|billion|thousand)\b)?/gi
const wordLast =
  /(?<![/\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(\.\d{1,2})? (million |billion |thousand )?(euros?|pounds sterling|pounds|swiss francs|us dollars|u\.s\. dollars|united states dollars|canadian dollars|australian dollars|dollars|yen|usd|eur|gbp|chf|cad|aud)\b/gi

const scales: ReadonlyMap<string, bigint> = new Map([
  ['thousand', 1_000n],
  ['million', 1_000_000n],
  ['billion', 1_000_000_000n],
])

/** Every amount of the text, in order. */
export function moneyIn(text: string): readonly FoundMoney[] {
  const found: FoundMoney[] = []
  const add = (
    { index, 0: { length } }: RegExpExecArray,
    digits: string,
    rest: { readonly part: string; readonly scale: string; readonly currency: string | undefined },
  ) => {
    if (rest.currency === undefined) return
    const cents = BigInt(digits.replaceAll(',', '')) * 100n + BigInt(rest.part.slice(1).padEnd(2, '0'))
    const all = cents * (scales.get(rest.scale.trim().toLowerCase()) ?? 1n)
    const amount = `${all / 100n}.${String(all % 100n).padStart(2, '0')}`
    found.push({ amount, currency: rest.currency, start: index, end: index + length })
  }
  for (const match of text.matchAll(signFirst))
    add(match, match[2] ?? '', {
      part: match[3] ?? '.',
      scale: match[4] ?? '',
      currency: signs.get((match[1] ?? '').toLowerCase()),
    })
  for (const match of text.matchAll(wordLast)) {
    const word = (match[4] ?? '').toLowerCase()
    if (!found.some(({ start, end }) => start <= match.index && end > match.index))
      add(match, match[1] ?? '', {
        part: match[2] ?? '.',
        scale: match[3] ?? '',
        currency: words.get(word) ?? signs.get(word),
      })
  }
  return found.toSorted((one, other) => one.start - other.start)
}
