// Texts of what a document says.
import { counted } from '../../../lib/counted.ts'
import type { DocumentFact, DocumentFacts } from './document-facts.ts'

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
  OtherParty: 'the other party',
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

type Reading = NonNullable<DocumentFacts['reading']>

/** What is said about the service that reads documents beside the rules. */
export const readingTexts = {
  title: 'Document reading',
  lead: 'What a contract says is read by rules of the product. A service of your own can read it as well.',
  rules: 'Rules',
  rulesText:
    'Always on. They read the text of a document inside this installation, and propose what they find with its passage. Nothing is recorded until somebody accepts it.',
  service: 'Service of your own',
  serviceText:
    'Off until you set one. On What the document says, people who may record facts can then send it the text of a document, and see what it proposes beside the rules. It gets the text and nothing else; the history keeps who sent what.',
  url: 'Address',
  urlHint: 'It begins with https://. The service reads a sample before it is used.',
  inUse: (when: string) => `In use. Tested on ${when}.`,
  secret: 'Token',
  secretHint: 'Sent as a bearer token, if the service wants one. Stored encrypted.',
  secretKept: 'The one that was given stays, unless you enter another.',
  mayLeave: 'The text of documents may leave this installation for this address',
  mayLeaveMissing: 'Confirm that it may.',
  test: 'Test and use',
  tested: (facts: number) =>
    `The service read ${counted(facts, 'fact')} in the sample. It is used from now on.`,
  remove: 'Read by rules alone',
  removed: 'Documents are read by rules alone from now on.',
  notAsked: (host: string) => `${host} has not read this version.`,
  ask: (host: string) => `Send the text to ${host}`,
  askAgain: (host: string) => `Send it to ${host} again`,
  stateOf: ({ host, state, reason, leftOut }: Reading) => {
    if (state === 'Reading') return `${host} is reading…`
    if (state === 'Failed') return `${host} could not read it: ${reason ?? ''}.`
    if (leftOut === 0) return `${host} has read this version.`
    return `${host} has read this version. ${counted(leftOut, 'fact')} without a passage in the document left out.`
  },
} as const
