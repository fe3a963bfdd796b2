// Texts of what a document says.
import { counted } from '../../../lib/counted.ts'
import type { DocumentFact } from './document-facts.ts'

const kinds: Readonly<Record<DocumentFact['kind'], string>> = {
  DocumentName: 'Name of the document',
  Party: 'Party',
  AgreementDate: 'Date of the agreement',
  EffectiveDate: 'Effective date',
  ExpiryDate: 'Expiry',
  Term: 'Term',
  Renewal: 'Renewal',
  NoticePeriod: 'Notice period',
  GoverningLaw: 'Governing law',
  Value: 'Value',
  LiabilityCap: 'Limit of liability',
  PaymentTerms: 'Payment terms',
  Obligation: 'Obligation',
  Signatory: 'Signatory',
}

const places: Readonly<Record<NonNullable<DocumentFact['place']>, string>> = {
  OtherParty: 'the counterparty',
  EffectiveDate: 'the start',
  Expiry: 'the expiry',
  NoticePeriod: 'the notice period',
  Value: 'the value',
  RenewalDecision: 'a key date to decide on the renewal',
  Obligation: 'a key date',
}

/** The words of the panel. */
export const factTexts = {
  title: 'What the document says',
  open: 'What the document says',
  close: 'Close',
  lead: 'Read by rules from the text. Nothing is recorded until you accept it.',
  kind: (kind: DocumentFact['kind']) => kinds[kind],
  certainty: { Certain: 'Certain', Likely: 'Likely', Possible: 'Possible' },
  byService: 'Read by the service',
  recorded: 'Recorded',
  accept: 'Accept',
  acceptLabel: (what: string, place: NonNullable<DocumentFact['place']>) =>
    `Accept ${what} as ${places[place]}`,
  acceptCertain: (count: number) => `Accept all that are certain (${count})`,
  accepted: (count: number) => (count === 1 ? 'Recorded what the document says' : `Recorded ${count} facts`),
  show: (what: string) => `Show in the document: ${what}`,
  also: 'Also in the document',
  untilEnded: 'Until somebody ends it',
  reckoned: (date: string) => `${date}, reckoned from the term`,
  renewal: (length: string, automatic: boolean) =>
    automatic ? `Automatically, for ${length}` : `For ${length}, if agreed`,
  noAmount: 'See the passage',
  due: (what: string, date: string) => `${what}, by ${date}`,
  recurs: (what: string, days: number, period: string) =>
    `${what}, ${counted(days, 'day')} after every ${period}`,
  invoice: (length: string) => `${length} after the invoice`,
  empty: 'The rules found no facts in this document.',
  noText: 'The document has no text that can be read, such as a scan without text.',
  units: { Days: 'day', Weeks: 'week', Months: 'month', Years: 'year' },
  length: (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`,
} as const
