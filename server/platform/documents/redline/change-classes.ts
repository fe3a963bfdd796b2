// What a change touches, by its words, and whether it was tracked: what somebody who reads a redline looks for first.

export const changeClasses = ['NumbersAndDates', 'Money', 'Parties', 'Formatting', 'NotTracked'] as const
export type ChangeClass = (typeof changeClasses)[number]

const numberWords =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|first|second|annual|annually|monthly|weekly|daily|quarterly|yearly|days?|weeks?|months?|years?)\b/i
const months =
  /\b(?:january|february|march|april|may \d|june|july|august|september|october|november|december|jan|feb|aug|sept|oct|nov|dec)\b/i
const money =
  /[$€£¥₹]|\b(?:usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|dollars?|euros?|pounds? sterling|francs?)\b|\b(?:fees?|price|prices|payment|payments|amount|cap|interest|penalt(?:y|ies)|refunds?|rent|salary)\b[^.]{0,30}\d|\d[^.]{0,20}\b(?:fees?|per cent|percent)\b|\d\s?%/i
const companies =
  /\b(?:inc|incorporated|llc|llp|ltd|limited|plc|corp|corporation|gmbh|ag|kg|s\.?a\.?r\.?l|b\.?v|n\.?v|s\.?p\.?a|s\.?a\.?s|oy|ab|aps)\b\.?/i
const roles =
  /\b(?:Customers?|Clients?|Suppliers?|Providers?|Vendors?|Company|Licensors?|Licensees?|Lessors?|Lessees?|Landlords?|Tenants?|Buyers?|Sellers?|Purchasers?|Employers?|Employees?|Contractors?|Consultants?|Disclosing Party|Receiving Party|Disclosers?|Recipients?|Partners?|Affiliates?|Guarantors?|Borrowers?|Lenders?|Party|Parties)\b|\b(?:each|either|neither|both|the|other) part(?:y|ies)\b/

/** `widened` is the text with the words beside it. */
export function classesOf({
  isFormat,
  text,
  widened,
}: {
  readonly isFormat: boolean
  readonly text: string
  readonly widened: string
}): readonly ChangeClass[] {
  if (isFormat) return ['Formatting']
  const hasNumber = /\d/.test(text) || numberWords.test(text)
  const found: ChangeClass[] = []
  if (hasNumber || months.test(text)) found.push('NumbersAndDates')
  if (money.test(text) || (hasNumber && money.test(widened))) found.push('Money')
  if (companies.test(text) || roles.test(text)) found.push('Parties')
  return found
}
