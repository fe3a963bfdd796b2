// Texts of where a record and its document do not agree.
import type { Difference } from './differences.ts'

const places: Readonly<Record<NonNullable<Difference['fact']>['place'], string>> = {
  OtherParty: 'Counterparty',
  EffectiveDate: 'Start',
  Expiry: 'Expiry',
  NoticePeriod: 'Notice period',
  Value: 'Value',
  RenewalDecision: 'Renewal',
  Obligation: 'Obligation',
}

const nameOf = ({ field, fact }: Difference): string => field?.label ?? (fact ? places[fact.place] : '')
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)

export const differenceTexts = {
  title: (count: number) =>
    count === 1
      ? 'The record and the document differ in one point'
      : `The record and the document differ in ${count} points`,
  beforeApproval: 'Approvers see both. Settle it first, unless it is meant.',
  beforeSigning: 'What is signed is the document. Settle it on the contract first, unless it is meant.',
  says: (one: Difference) => {
    const document = one.document === null ? 'leaves it out' : `says “${shortened(one.document)}”`
    return `${nameOf(one)}: the record says ${shortened(one.recorded ?? 'nothing')}, the document ${document}.`
  },
  show: 'Show',
  showLabel: (one: Difference) => `Show ${nameOf(one)} in the document`,
  record: 'Change the record',
  recordLabel: (one: Difference) => `Change the record: ${nameOf(one)}`,
  correct: 'Change the document',
  correctLabel: (one: Difference) => `Change the document: ${nameOf(one)}`,
  recorded: 'The record says what the document says.',
  corrected: 'The document has a new version with the change tracked.',
} as const
