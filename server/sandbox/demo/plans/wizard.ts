// The contract wizard of the demo, as data: its form, its document with placeholders, and contracts created from
// answers.
import type { NewField } from '../../../fields/commands/create-field.ts'
import {
  agreement,
  confidentialityClauses,
  confidentialityTerm,
  governingLaw,
} from '../documents/agreement.ts'
import type { SampleDocument } from '../../../platform/documents/writing/sample-document.ts'

export const wizardTemplate = 'NDA from answers'

export interface WizardField extends Omit<NewField, 'organisationId' | 'apiName'> {
  readonly apiName: string
  readonly required?: boolean
  /** The group of the form it is in. */
  readonly group?: string
}

export const wizardFields: readonly WizardField[] = [
  {
    apiName: 'ndaOtherParty',
    title: 'Counterparty',
    type: 'ShortText',
    meaning: 'OtherParty',
    required: true,
  },
  {
    apiName: 'ndaStart',
    title: 'Start of discussions',
    type: 'Date',
    meaning: 'EffectiveDate',
    required: true,
  },
  { apiName: 'ndaPurpose', title: 'Purpose of discussions', type: 'LongText' },
  {
    apiName: 'ndaKinds',
    title: 'Information to be shared',
    type: 'CheckboxList',
    options: ['Plans', 'Prices', 'Software', 'Names of customers'].map((label) => ({ label, value: label })),
  },
  {
    apiName: 'ndaLaw',
    title: 'Applicable law',
    type: 'Dropdown',
    required: true,
    options: ['New Zealand', 'Australia', 'England'].map((label) => ({ label, value: label })),
  },
  { apiName: 'ndaReturn', title: 'Return documents at the end', type: 'Checkbox' },
  { apiName: 'ndaPenalty', title: 'Amount', type: 'Currency', rangeStart: 0, group: 'Liquidated damages' },
]

const base = agreement(
  'Mutual Non-Disclosure Agreement',
  { parties: ['{organisationName}', '{ndaOtherParty}'], date: '{ndaStart}' },
  [
    {
      heading: 'Purpose',
      paragraphs: [
        '{#ndaPurpose}The purpose of the discussions is: {ndaPurpose}{/ndaPurpose}{^ndaPurpose}The purpose of the discussions is to explore doing business together.{/ndaPurpose}',
        'For that purpose each party may disclose to the other information that it does not make public.',
      ],
    },
    ...confidentialityClauses('{#ndaKinds}; {.}{/ndaKinds}'),
    {
      heading: 'Return of information',
      paragraphs: [
        '{#ndaReturn}Within thirty days of the end of the discussions the recipient returns or destroys confidential information.{/}{^ndaReturn}The recipient may keep confidential information after the end of the discussions, in secure storage.{/} This agreement continues to apply to every copy that it keeps.',
      ],
    },
    {
      heading: 'Remedies',
      paragraphs: [
        'Damages alone may not be enough to make good a breach. A party may ask a court to prevent one.{#Liquidated damages} A party that breaches this agreement also pays the other NZD {ndaPenalty} as liquidated damages, which both consider a reasonable estimate of the loss.{/Liquidated damages}',
      ],
    },
    confidentialityTerm,
    governingLaw('{ndaLaw}'),
  ],
)

/** The document, with the placeholders of docs/wizards.md. */
export const wizardDocument: SampleDocument = {
  ...base,
  ending: {
    ...base.ending,
    lines: [...base.ending.lines, 'Prepared by {ownerName} on {today} as “{contractName}”.'],
  },
}

/** Contracts created from answers, by the api names of the fields. */
export const wizardContracts = [
  {
    externalId: 'DEMO-W1',
    name: 'NDA with Quill & Ash Design',
    by: 'counsel@harbour.example',
    answers: {
      ndaOtherParty: 'Quill & Ash Design Ltd',
      ndaStart: '2026-06-01',
      ndaPurpose: 'A redesign of the Harbour terminals.',
      ndaKinds: ['Plans', 'Prices'],
      ndaLaw: 'New Zealand',
      ndaReturn: true,
      ndaPenalty: 25_000,
    },
  },
  {
    externalId: 'DEMO-W2',
    name: 'NDA with Severn Sensors',
    by: 'contributor@harbour.example',
    answers: { ndaOtherParty: 'Severn Sensors plc', ndaStart: '2026-07-15', ndaLaw: 'England' },
  },
] as const
