// A fact of a document as text.
import type { DocumentFact } from './document-facts.ts'
import { factTexts as texts } from './texts.ts'

interface Format {
  readonly date: (day: string) => string
  readonly money: (amount: number, currency: string) => string
}

/** What the document says, as the row of the panel has it. */
export function wordsOfFact(fact: DocumentFact, format: Format): string {
  const { kind, name, called, date, duration, days, amount, currency } = fact
  const length = duration ? texts.length(duration.amount, texts.units[duration.unit]) : ''
  switch (kind) {
    case 'Party':
    case 'Signatory':
      return called === null ? (name ?? '') : `${name ?? ''} (${called})`
    case 'AgreementDate':
    case 'EffectiveDate':
      return date === null ? '' : format.date(date)
    case 'ExpiryDate':
      if (date === null) return ''
      return fact.reckoned ? texts.reckoned(format.date(date)) : format.date(date)
    case 'Term':
      return duration ? length : texts.untilEnded
    case 'Renewal':
      return texts.renewal(length, fact.automatic)
    case 'NoticePeriod':
      return length
    case 'Obligation':
      if (date !== null) return texts.due(name ?? '', format.date(date))
      return duration ? texts.recurs(name ?? '', days ?? 0, periodOf(duration)) : (name ?? '')
    case 'PaymentTerms':
      return texts.invoice(length)
    case 'Value':
    case 'LiabilityCap':
      return amount === null || currency === null ? texts.noAmount : format.money(amount, currency)
    default:
      return name ?? ''
  }
}

/** "month", "3 months" */
const periodOf = ({ amount, unit }: NonNullable<DocumentFact['duration']>) =>
  amount === 1 ? texts.units[unit] : texts.length(amount, texts.units[unit])
