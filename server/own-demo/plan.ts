// What demo data consists of, as data. Its records have numbers of their own, so that they take none of an
// organisation's patterns; days count from the day on which it is taken in.
import type { StarterSet } from '../starter-sets/starter-set.ts'
import type { Role } from '../platform/actor.ts'

interface PlannedPerson {
  readonly name: string
  readonly role: Role
  readonly jobTitle: string
}

/** By what the rest of the plan calls them. */
export const people = {
  mara: { name: 'Mara Lindqvist', role: 'InhouseLegal', jobTitle: 'General counsel (demo)' },
  tom: { name: 'Tom Okoro', role: 'InhouseLegal', jobTitle: 'Counsel, commercial (demo)' },
  ines: { name: 'Ines Duarte', role: 'InhouseLegal', jobTitle: 'Counsel, employment (demo)' },
  jonas: { name: 'Jonas Frey', role: 'Contributor', jobTitle: 'Contract manager (demo)' },
  priya: { name: 'Priya Nair', role: 'Standard', jobTitle: 'Head of sales (demo)' },
  leo: { name: 'Leo Martin', role: 'Standard', jobTitle: 'Head of people (demo)' },
} as const satisfies Readonly<Record<string, PlannedPerson>>
export type Who = keyof typeof people

export const team = {
  name: 'Demo: Commercial',
  description: 'Contracts with customers and suppliers.',
  members: ['mara', 'tom', 'jonas'],
} as const satisfies { readonly members: readonly Who[]; readonly [text: string]: unknown }

const form = ['demoOtherParty', 'demoStart', 'demoValue'] as const

export const types: StarterSet = {
  name: 'demo',
  title: 'Demo data',
  description: '',
  fields: [
    { apiName: 'demoOtherParty', title: 'Counterparty (demo)', type: 'ShortText', meaning: 'OtherParty' },
    { apiName: 'demoStart', title: 'Start (demo)', type: 'Date', meaning: 'EffectiveDate' },
    { apiName: 'demoValue', title: 'Value (demo)', type: 'Currency', meaning: 'Value', rangeStart: 0 },
  ],
  matterTypes: [
    {
      name: 'Demo: Advice',
      description: 'Questions of the business.',
      form: ['demoOtherParty', 'demoValue'],
    },
    {
      name: 'Demo: Dispute',
      description: 'Claims by and against us.',
      form: ['demoOtherParty', 'demoValue'],
    },
  ],
  contractTypes: [
    {
      name: 'Demo: Confidentiality agreement',
      description: 'Before anything is shared.',
      group: 'Demo',
      category: 'Commercial',
      form,
    },
    {
      name: 'Demo: Services agreement',
      description: 'Work that is done for us.',
      group: 'Demo',
      category: 'Purchasing',
      form,
    },
    {
      name: 'Demo: Supply agreement',
      description: 'Goods that we sell.',
      group: 'Demo',
      category: 'Sales',
      form,
    },
  ],
  requestTypes: [],
}

/**
 * Properties as an import has them. A number is a day from today; `owner`, `manager`, `member`, `assignee` are people.
 */
export type PlannedRow = Readonly<Record<string, string | number | undefined>>

export const matters: readonly PlannedRow[] = [
  {
    externalId: 'demo-1',
    ownNumber: 'DEMO-1',
    name: 'Terms for the new web shop',
    type: 'Demo: Advice',
    status: 'Active',
    owner: 'priya',
    manager: 'tom',
    member: 'mara',
    created: -40,
    team: team.name,
    'fields.demoOtherParty': 'Customers at large',
  },
  {
    externalId: 'demo-2',
    ownNumber: 'DEMO-2',
    name: 'Late delivery of packing machines',
    type: 'Demo: Dispute',
    status: 'Active',
    owner: 'mara',
    manager: 'mara',
    member: 'jonas',
    created: -95,
    urgent: 'yes',
    'fields.demoOtherParty': 'Brightline Machines',
    'fields.demoValue': '84000',
  },
  {
    externalId: 'demo-3',
    ownNumber: 'DEMO-3',
    name: 'Warehouse shift agreement',
    type: 'Demo: Advice',
    status: 'Review',
    owner: 'leo',
    manager: 'ines',
    created: -12,
  },
  {
    externalId: 'demo-4',
    ownNumber: 'DEMO-4',
    name: 'Grievance of a team leader',
    type: 'Demo: Advice',
    status: 'Active',
    owner: 'leo',
    manager: 'ines',
    created: -6,
    restricted: 'yes',
  },
  {
    externalId: 'demo-5',
    ownNumber: 'DEMO-5',
    name: 'Trade mark for the summer range',
    type: 'Demo: Advice',
    status: 'Complete',
    owner: 'priya',
    manager: 'tom',
    created: -200,
    closed: -150,
  },
  {
    externalId: 'demo-6',
    ownNumber: 'DEMO-6',
    name: 'May we use pictures of customers?',
    type: 'Demo: Advice',
    status: 'Draft',
    owner: 'priya',
    created: -1,
  },
]

export const tasks: readonly PlannedRow[] = [
  { matter: 'demo-1', name: 'Draft the terms', status: 'Complete', assignee: 'tom' },
  { matter: 'demo-1', name: 'Have the returns policy checked', assignee: 'mara', due: 4 },
  { matter: 'demo-2', name: 'Collect the delivery notes', assignee: 'jonas', due: -3 },
  { matter: 'demo-2', name: 'Answer the letter of their counsel', assignee: 'mara', due: 9 },
  { matter: 'demo-3', name: 'Agree on the shifts with the managers', assignee: 'ines', due: 7 },
  { matter: 'demo-3', name: 'Ask the works council', assignee: 'ines', due: 14 },
]
