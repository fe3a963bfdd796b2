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
  { apiName: 'ndaStart', title: 'Start of the talks', type: 'Date', required: true },
  { apiName: 'ndaPurpose', title: 'Purpose of the talks', type: 'LongText' },
  {
    apiName: 'ndaKinds',
    title: 'What will be told',
    type: 'CheckboxList',
    options: ['Plans', 'Prices', 'Software', 'Names of customers'].map((label) => ({ label, value: label })),
  },
  {
    apiName: 'ndaLaw',
    title: 'Law',
    type: 'Dropdown',
    required: true,
    options: ['New Zealand', 'Australia', 'England'].map((label) => ({ label, value: label })),
  },
  { apiName: 'ndaReturn', title: 'Papers go back at the end', type: 'Checkbox' },
  { apiName: 'ndaPenalty', title: 'Amount', type: 'Currency', rangeStart: 0, group: 'Penalty' },
]

const base = confidentiality(['{organisationName}', '{ndaOtherParty}'], '{ndaStart}')

/** The document, with the placeholders of docs/wizards.md. */
export const wizardDocument: Agreement = {
  ...base,
  clauses: [
    {
      heading: 'What this is about',
      paragraphs: [
        '{#ndaPurpose}The purpose of the talks: {ndaPurpose}{/ndaPurpose}{^ndaPurpose}The parties talk about doing business together.{/ndaPurpose}',
        '{#ndaKinds}Told will be: {.}. {/ndaKinds}{^ndaKinds}Nothing is told yet.{/ndaKinds}',
      ],
    },
    ...base.clauses,
    {
      heading: 'In this case',
      paragraphs: [
        '{#ndaReturn}Papers and copies go back within thirty days of the end.{/}{^ndaReturn}Papers may be kept under lock.{/}',
        '{#Penalty}Whoever breaks this agreement owes NZD {ndaPenalty}.{/Penalty}',
        'The law of {ndaLaw} applies{#ndaLaw=New Zealand}, and its courts decide{/}.',
        'Made out by {ownerName} on {today} as “{contractName}”.',
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
      ndaPurpose: 'A new look for the Harbour terminals.',
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
