// The contract wizard of the demo, as data: its form, its document with placeholders, and contracts created from
// answers.
import type { NewField } from '../../fields/commands/create-field.ts'
import { type Agreement, confidentiality } from '../documents/agreement.ts'

export const wizardTemplate = 'NDA from answers'

export interface WizardField extends Omit<NewField, 'organisationId' | 'apiName'> {
  readonly apiName: string
  readonly required?: boolean
  /** The group of the form it is in. */
  readonly group?: string
}

export const wizardFields: readonly WizardField[] = [
  { apiName: 'ndaOtherParty', title: 'Other party', type: 'ShortText', required: true },
  { apiName: 'ndaStart', title: 'Start of discussions', type: 'Date', required: true },
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
  { apiName: 'ndaPenalty', title: 'Amount', type: 'Currency', rangeStart: 0, group: 'Penalty' },
]

const base = confidentiality(['{organisationName}', '{ndaOtherParty}'], '{ndaStart}')

/** The document, with the placeholders of docs/wizards.md. */
export const wizardDocument: Agreement = {
  ...base,
  clauses: [
    {
      heading: 'Purpose',
      paragraphs: [
        '{#ndaPurpose}The purpose of the discussions is: {ndaPurpose}{/ndaPurpose}{^ndaPurpose}The parties are discussing doing business together.{/ndaPurpose}',
        '{#ndaKinds}To be shared: {.}. {/ndaKinds}{^ndaKinds}No information is shared yet.{/ndaKinds}',
      ],
    },
    ...base.clauses,
    {
      heading: 'Return, penalty and governing law',
      paragraphs: [
        '{#ndaReturn}Documents and copies are returned within thirty days of the end of discussions.{/}{^ndaReturn}Documents may be retained in secure storage.{/}',
        '{#Penalty}A party in breach of this agreement pays NZD {ndaPenalty}.{/Penalty}',
        'This agreement is governed by the law of {ndaLaw}{#ndaLaw=New Zealand}, and the courts of New Zealand have jurisdiction{/}.',
        'Prepared by {ownerName} on {today} as “{contractName}”.',
      ],
    },
  ],
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
