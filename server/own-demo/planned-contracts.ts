// The contracts of demo data with their documents and key dates, as data.
import type { SampleDocument } from '../platform/documents/writing/sample-document.ts'
import { confidentiality, services, supply } from '../sandbox/demo/documents/agreement.ts'
import { type PlannedRow, team } from './plan.ts'

interface PlannedContract {
  readonly row: PlannedRow
  readonly document: (us: string) => SampleDocument
}

interface Paper {
  readonly type: string
  readonly write: (parties: readonly [string, string], date: string) => SampleDocument
}

interface Facts {
  readonly number: number
  readonly party: string
  readonly value?: string | undefined
  readonly [property: string]: string | number | undefined
}

const contract = ({ type, write }: Paper, { number, party, value, ...row }: Facts): PlannedContract => ({
  row: {
    ...row,
    type,
    externalId: `demo-${number}`,
    ownNumber: `DEMO-C${number}`,
    document: `${row.name}.docx`,
    'fields.demoOtherParty': party,
    ...(value === undefined ? {} : { 'fields.demoValue': value }),
    ...(typeof row.executed === 'number' ? { 'fields.demoStart': row.executed } : {}),
  },
  document: (us) => write([us, party], 'the date of the last signature'),
})

const nda = { type: 'Demo: Confidentiality agreement', write: confidentiality } as const
const work = { type: 'Demo: Services agreement', write: services } as const
const goods = { type: 'Demo: Supply agreement', write: supply } as const

export const contracts: readonly PlannedContract[] = [
  contract(work, {
    number: 1,
    party: 'Brightline Machines',
    name: 'Maintenance of packing machines',
    status: 'Executed',
    owner: 'jonas',
    created: -400,
    executed: -380,
    expiry: 80,
    notice: '2 months',
    value: '36000',
    matter: 'demo-2',
    team: team.name,
  }),
  contract(work, {
    number: 2,
    party: 'Cleanway Facilities',
    name: 'Cleaning of offices',
    status: 'Executed',
    owner: 'jonas',
    created: -300,
    executed: -290,
    expiry: 430,
    notice: '3 months',
    value: '24500',
  }),
  contract(goods, {
    number: 3,
    party: 'Oakfield Stores',
    name: 'Supply to Oakfield Stores',
    status: 'Executed',
    owner: 'priya',
    created: -210,
    executed: -195,
    expiry: 535,
    value: '410000',
    team: team.name,
  }),
  contract(goods, {
    number: 4,
    party: 'Marlow & Sons',
    name: 'Supply to Marlow & Sons',
    status: 'Negotiating',
    owner: 'tom',
    created: -18,
    value: '125000',
  }),
  contract(nda, {
    number: 5,
    party: 'Meadow Foods',
    name: 'Confidentiality with Meadow Foods',
    status: 'Executed',
    owner: 'tom',
    created: -60,
    executed: -58,
    expiry: 1037,
  }),
  contract(nda, {
    number: 6,
    party: 'Tallis Consulting',
    name: 'Confidentiality with Tallis Consulting',
    status: 'Signing',
    owner: 'tom',
    created: -5,
  }),
  contract(work, {
    number: 7,
    party: 'Northgate Logistics',
    name: 'Transport until last year',
    status: 'Executed',
    owner: 'mara',
    created: -800,
    executed: -790,
    expiry: -60,
    value: '98000',
  }),
  contract(work, {
    number: 8,
    party: 'Halden Recruiting',
    name: 'Recruiting services',
    status: 'Draft',
    owner: 'ines',
    created: -2,
    value: '18000',
    restricted: 'yes',
  }),
]

export const keyDates: readonly PlannedRow[] = [
  {
    contract: 'demo-1',
    name: 'Decide whether to go on',
    date: 15,
    category: 'Renewal',
    owner: 'jonas',
    reminders: '7; 1',
  },
  {
    contract: 'demo-2',
    name: 'Review of prices',
    date: 60,
    category: 'Review',
    owner: 'jonas',
    reminders: '14',
  },
  {
    contract: 'demo-3',
    name: 'Rebate of the year',
    date: 120,
    category: 'Payment',
    owner: 'priya',
    value: '8200',
  },
]
