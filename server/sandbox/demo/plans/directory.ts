// The demo's directory as data: departments in a tree, regions, financial years, features, and profiles.
import type { FeatureCode } from '../../../identity/features/feature.ts'
import type { ProfileChanges } from '../../../identity/users/commands/update-profile.ts'
import { ashfield, harbour, meridian, northcott } from './core-records.ts'

interface DemoDepartment {
  readonly organisation: string
  readonly name: string
  /** The parent department, which comes earlier in the list. */
  readonly parent?: string
  /** Deleted; the directory still shows it. */
  readonly closed?: true
}

const tree = (
  organisation: string,
  branches: Readonly<Record<string, readonly string[]>>,
): DemoDepartment[] =>
  Object.entries(branches).flatMap(([name, children]) => [
    { organisation, name },
    ...children.map((each) => ({ organisation, name: each, parent: name })),
  ])

export const departments: readonly DemoDepartment[] = [
  ...tree(harbour, {
    Legal: ['Disputes', 'Employment', 'Legal operations', 'Privacy'],
    Sales: ['North', 'South'],
    Operations: ['Logistics', 'Property', 'Purchasing'],
    Finance: [],
    People: [],
    Technology: [],
  }),
  { organisation: harbour, name: 'Rail freight', closed: true },
  ...tree(meridian, { Legal: [], Commercial: [], Research: [] }),
]

export const regions: readonly { readonly organisation: string; readonly name: string }[] = [
  ...['Aotearoa New Zealand', 'Australia', 'Pacific Islands', 'South-East Asia'].map((name) => ({
    organisation: harbour,
    name,
  })),
  ...['England and Wales', 'Scotland', 'European Union'].map((name) => ({ organisation: meridian, name })),
]

interface DemoFinances {
  readonly organisation: string
  readonly yearEndDay: number
  readonly yearEndMonth: number
  readonly accountsPayableContacts: string
}

export const finances: readonly DemoFinances[] = [
  {
    organisation: harbour,
    yearEndDay: 31,
    yearEndMonth: 3,
    accountsPayableContacts: 'benedict.shaw@harbour.example, payables@harbour.example',
  },
  {
    organisation: meridian,
    yearEndDay: 30,
    yearEndMonth: 9,
    accountsPayableContacts: 'finance@meridian.example',
  },
]

interface DemoFeature {
  readonly organisation: string
  readonly code: FeatureCode
  readonly enabled: boolean
}

export const switches: readonly DemoFeature[] = [{ organisation: meridian, code: 'INVOICES', enabled: false }]

/** The profiles of the six accounts that a start prints; departments by name. */
export const profiles: Readonly<
  Record<string, Omit<ProfileChanges, 'departmentId'> & { readonly department?: string }>
> = {
  'admin@harbour.example': {
    department: 'Legal',
    hourlyRate: 260,
    directPhone: '+64 9 555 0100',
    mobilePhone: '+64 21 555 0100',
    specialityIds: [1, 4],
    biography: 'Leads the legal team of Harbour. Before that, ten years of shipping disputes.',
    linkedInUrl: 'https://people.example/morgan-hale',
  },
  'counsel@harbour.example': {
    department: 'Legal',
    hourlyRate: 215,
    directPhone: '+64 9 555 0101',
    mobilePhone: '+64 21 555 0101',
    specialityIds: [2],
    biography: 'Sales and partnership agreements.',
  },
  'contributor@harbour.example': { department: 'Purchasing', hourlyRate: 110, directPhone: '+64 9 555 0102' },
  'requester@harbour.example': { department: 'South', mobilePhone: '+64 21 555 0103' },
  'partner@ashfield.example': {
    hourlyRate: 580,
    directPhone: '+64 9 555 0200',
    specialityIds: [3, 5],
    biography: 'Property and construction. Acts for Harbour since its foundation.',
  },
  'admin@meridian.example': { department: 'Legal', hourlyRate: 190, directPhone: '+44 20 7946 0100' },
}

/** Which law firm works for which customer. */
export const links: readonly { readonly customer: string; readonly provider: string }[] = [
  { customer: harbour, provider: ashfield },
  { customer: harbour, provider: northcott },
]

/** Who has a picture, and which organisations have a logo. */
export const pictured = {
  people: [...Object.keys(profiles), 'daniel.okafor@harbour.example', 'clara.ashfield@ashfield.example'],
  organisations: [harbour, ashfield],
} as const
