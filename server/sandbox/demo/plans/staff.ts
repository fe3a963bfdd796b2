// The other people of the demo, in addition to the six accounts that a start prints: names, jobs and rates.
import type { Group, Permission, Role } from '../../../platform/actor.ts'
import { ashfield, harbour, meridian, northcott } from './core-records.ts'

export interface DemoStaff {
  readonly organisation: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly jobTitle: string
  /** A department of their organisation, by its name. */
  readonly department?: string
  /** Their hourly rate, in the currency of their organisation. */
  readonly hourlyRate?: number
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
  /** Has not followed the invitation yet. */
  readonly invited?: boolean
}

type Row = readonly [
  name: string,
  role: Role,
  jobTitle: string,
  department?: string | undefined,
  hourlyRate?: number,
]

const harbourStaff: readonly Row[] = [
  ['Aroha Ngata', 'InhouseLegal', 'Counsel, Employment', 'Employment', 210],
  ['Daniel Okafor', 'InhouseLegal', 'Counsel, Disputes', 'Disputes', 225],
  ['Mei Tanaka', 'InhouseLegal', 'Counsel, Privacy', 'Privacy', 205],
  ['Ruth Adeyemi', 'InhouseLegal', 'Company Secretary', 'Legal', 240],
  ['Jonas Weber', 'Administrator', 'Legal Operations Manager', 'Legal operations', 160],
  ['Sofia Marino', 'Contributor', 'Paralegal', 'Legal operations', 95],
  ['Callum Reid', 'Contributor', 'Contract Analyst', 'Purchasing', 90],
  ['Hana Kowalski', 'Contributor', 'Procurement Lead', 'Purchasing'],
  ['Liam Doyle', 'Standard', 'Account Manager', 'North'],
  ['Zara Ahmed', 'Standard', 'Account Manager', 'South'],
  ['Noah Petersen', 'Standard', 'Sales Engineer', 'South'],
  ['Ivy Campbell', 'Standard', 'Head of People', 'People'],
  ['Oscar Lindgren', 'Standard', 'Recruiter', 'People'],
  ['Amelia Fonoti', 'Standard', 'Treasurer', 'Finance'],
  ['Benedict Shaw', 'Standard', 'Accounts Payable', 'Finance'],
  ['Chloe Martin', 'Standard', 'Property Manager', 'Property'],
  ['Ethan Brooks', 'Standard', 'Fleet Manager', 'Logistics'],
  ['Grace Tui', 'Standard', 'Warehouse Lead', 'Logistics'],
  ['Felix Braun', 'Standard', 'Head of Engineering', 'Technology'],
  ['Nadia Rahman', 'Standard', 'Security Lead', 'Technology'],
  ['Peter Vance', 'External', 'Independent Director'],
  ['Yvonne Clarke', 'External', 'Insurance Broker'],
]

const ashfieldStaff: readonly Row[] = [
  ['Clara Ashfield', 'MatterManager', 'Senior Associate', undefined, 420],
  ['Winston Hale', 'MatterManager', 'Associate', undefined, 340],
  ['Beatrice Long', 'External', 'Legal Secretary', undefined, 120],
]

const northcottStaff: readonly Row[] = [
  ['Imogen Northcott', 'MatterManager', 'Partner', undefined, 610],
  ['Rafael Duarte', 'MatterManager', 'Senior Associate', undefined, 450],
  ['Tessa Vale', 'External', 'Costs Draftsman', undefined, 180],
]

const meridianStaff: readonly Row[] = [
  ['Oliver Grant', 'InhouseLegal', 'Counsel', 'Legal', 150],
  ['Priscilla Moore', 'Contributor', 'Contract Manager', 'Commercial'],
  ['George Hart', 'Standard', 'Sales Director', 'Commercial'],
  ['Esme Turner', 'Standard', 'Head of Research', 'Research'],
  ['Dylan Price', 'Standard', 'Buyer', 'Commercial'],
  ['Margaret Webb', 'External', 'Auditor'],
]

const staffOf = (organisation: string, domain: string, rows: readonly Row[]): readonly DemoStaff[] =>
  rows.map(([name, role, jobTitle, department, hourlyRate]) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return {
      organisation,
      email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
      firstName,
      lastName,
      role,
      jobTitle,
      ...(name === 'Yvonne Clarke' ? { invited: true } : {}),
      ...(department === undefined ? {} : { department }),
      ...(hourlyRate === undefined ? {} : { hourlyRate }),
    }
  })

export const staff: readonly DemoStaff[] = [
  ...staffOf(harbour, 'harbour.example', harbourStaff),
  ...staffOf(ashfield, 'ashfield.example', ashfieldStaff),
  ...staffOf(northcott, 'northcott.example', northcottStaff),
  ...staffOf(meridian, 'meridian.example', meridianStaff),
]

/** Somebody who has left: records and the directory still show them. */
export const leaver = {
  organisation: harbour,
  email: 'simone.laurent@harbour.example',
  firstName: 'Simone',
  lastName: 'Laurent',
  role: 'Contributor',
  jobTitle: 'Contract Analyst',
} as const satisfies DemoStaff
