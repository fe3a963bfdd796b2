// What the demo consists of: four organisations, the people that start names, teams, contract templates and contracts,
// as data.
import type { ContractStage } from '../../../contracts/contract.ts'
import type { NewContractTemplate } from '../../../contracts/commands/create-contract-template.ts'
import type { OrganisationType } from '../../../identity/organisations/organisation.ts'
import type { Group, Permission, Role } from '../../../platform/actor.ts'
import { confidentiality, governingLaw, lease, services, settlement, supply } from '../documents/agreement.ts'
import type { SampleDocument } from '../../../platform/documents/writing/sample-document.ts'
import { wizardTemplate } from './wizard.ts'

/** The password of every account of the demo. It opens nothing but a sandbox. */
export const demoPassword = 'chancery-demo'

export const harbour = 'Harbour'
export const ashfield = 'Ashfield Law'
export const northcott = 'Northcott & Vale'
export const meridian = 'Meridian'

interface DemoOrganisation {
  readonly name: string
  readonly type: OrganisationType
  readonly timeZone: string
  readonly currency: string
}

export const organisations: readonly DemoOrganisation[] = [
  { name: harbour, type: 'Customer', timeZone: 'Pacific/Auckland', currency: 'NZD' },
  { name: ashfield, type: 'ServiceProvider', timeZone: 'Pacific/Auckland', currency: 'NZD' },
  { name: northcott, type: 'ServiceProvider', timeZone: 'Australia/Sydney', currency: 'AUD' },
  { name: meridian, type: 'Customer', timeZone: 'Europe/London', currency: 'GBP' },
]

interface DemoPerson {
  readonly organisation: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly jobTitle: string
  readonly groups?: readonly Group[]
  /** Beside those of the role. */
  readonly permissions?: readonly Permission[]
  /** What the account is good for, in the words that start prints. */
  readonly shows: string
}

const administrators: readonly Group[] = ['ContractAdministrators', 'MatterAdministrators']

export const people: readonly DemoPerson[] = [
  {
    organisation: harbour,
    email: 'admin@harbour.example',
    firstName: 'Morgan',
    lastName: 'Hale',
    role: 'Administrator',
    jobTitle: 'Head of Legal',
    groups: administrators,
    permissions: ['SeeAllSpend', 'ManageInsideCosts'],
    shows: 'sees and may do everything at Harbour',
  },
  {
    organisation: harbour,
    email: 'counsel@harbour.example',
    firstName: 'Priya',
    lastName: 'Raman',
    role: 'InhouseLegal',
    jobTitle: 'Senior Counsel',
    shows: 'works on contracts; team Commercial',
  },
  {
    organisation: harbour,
    email: 'contributor@harbour.example',
    firstName: 'Tomas',
    lastName: 'Berg',
    role: 'Contributor',
    jobTitle: 'Contract Manager',
    shows: 'works on contracts; team Procurement',
  },
  {
    organisation: harbour,
    email: 'requester@harbour.example',
    firstName: 'Lena',
    lastName: 'Fischer',
    role: 'Standard',
    jobTitle: 'Sales Lead',
    shows: 'asks legal for help; sees what she is a member of',
  },
  {
    organisation: ashfield,
    email: 'partner@ashfield.example',
    firstName: 'Hugo',
    lastName: 'Ashfield',
    role: 'MatterManager',
    jobTitle: 'Partner',
    permissions: ['ManageInvoices'],
    shows: 'of a law firm that works for Harbour; sees what he is a member of and writes its invoices',
  },
  {
    organisation: meridian,
    email: 'admin@meridian.example',
    firstName: 'Sana',
    lastName: 'Malik',
    role: 'Administrator',
    jobTitle: 'General Counsel',
    groups: administrators,
    shows: 'of another organisation, which shares nothing with Harbour',
  },
]

interface DemoTeam {
  readonly organisation: string
  readonly name: string
  readonly description: string
  readonly members: readonly string[]
}

export const teams: readonly DemoTeam[] = [
  {
    organisation: harbour,
    name: 'Commercial',
    description: 'Sales and partnerships',
    members: ['counsel@harbour.example', 'admin@harbour.example'],
  },
  {
    organisation: harbour,
    name: 'Procurement',
    description: 'What Harbour buys and rents',
    members: ['contributor@harbour.example', 'counsel@harbour.example'],
  },
  {
    organisation: meridian,
    name: 'Legal',
    description: 'Everything legal at Meridian',
    members: ['admin@meridian.example'],
  },
]

type DemoTemplate = Omit<NewContractTemplate, 'organisationId' | 'teamId'> & {
  readonly organisation: string
  readonly team?: string
}

export const templates: readonly DemoTemplate[] = [
  { organisation: harbour, group: 'General', name: 'Mutual NDA', category: 'Commercial', team: 'Commercial' },
  {
    organisation: harbour,
    group: 'Sales',
    name: 'Services to a customer',
    category: 'Sales',
    team: 'Commercial',
  },
  { organisation: harbour, group: 'Purchasing', name: 'Supply', category: 'Purchasing', team: 'Procurement' },
  {
    organisation: harbour,
    group: 'Purchasing',
    name: 'Services',
    category: 'Purchasing',
    team: 'Procurement',
  },
  { organisation: harbour, group: 'Property', name: 'Lease', category: 'Purchasing', team: 'Procurement' },
  { organisation: harbour, group: 'General', name: 'Settlement', category: 'Commercial' },
  { organisation: harbour, group: 'General', name: 'Amendment', category: 'Commercial', amends: true },
  {
    organisation: harbour,
    group: 'General',
    name: wizardTemplate,
    category: 'Commercial',
    team: 'Commercial',
  },
  { organisation: meridian, group: 'General', name: 'Mutual NDA', category: 'Commercial', team: 'Legal' },
]

/** A contract with its document, the people on it, and the stages it has gone through. */
export interface DemoContract {
  readonly organisation: string
  /** Found again by it; unique in the organisation. */
  readonly externalId: string
  readonly name: string
  readonly template: string
  /** The external id of the contract above it. */
  readonly parent?: string
  readonly by: string
  readonly stages: readonly ContractStage[]
  /** How many days ago it came to the last of them; by its position if absent. */
  readonly since?: number
  /** Its document, or what writes it with the date of its creation. */
  readonly agreement: SampleDocument | ((date: string) => SampleDocument)
  readonly format: 'docx' | 'pdf'
  readonly members?: readonly string[]
  readonly restricted?: boolean
  readonly expiry?: string
  /** In place of an expiry: it ends whole years after its execution. */
  readonly yearly?: true
}

const counsel = 'counsel@harbour.example'
const contributor = 'contributor@harbour.example'
const us = 'Harbour Ltd'

export const contracts: readonly DemoContract[] = [
  {
    organisation: harbour,
    externalId: 'DEMO-1',
    name: 'NDA with Lindqvist Shipping',
    template: 'Mutual NDA',
    by: counsel,
    stages: ['Negotiating'],
    agreement: confidentiality([us, 'Lindqvist Shipping AB'], '12 January 2026'),
    format: 'docx',
    members: ['requester@harbour.example'],
  },
  {
    organisation: harbour,
    externalId: 'DEMO-2',
    name: 'Services for Tasman Foods',
    template: 'Services to a customer',
    by: counsel,
    stages: ['Negotiating', 'Approval', 'Signing', 'Executed'],
    since: 300,
    agreement: services(['Tasman Foods Ltd', us], '2 February 2026'),
    format: 'pdf',
    expiry: '2036-01-31T17:00:00',
  },
  {
    organisation: harbour,
    externalId: 'DEMO-3',
    name: 'Supply of packaging by Kauri Print',
    template: 'Supply',
    by: contributor,
    stages: [],
    agreement: supply([us, 'Kauri Print & Pack Ltd'], '16 March 2026'),
    format: 'docx',
  },
  {
    organisation: harbour,
    externalId: 'DEMO-4',
    name: 'Lease of 14 Quay Street',
    template: 'Lease',
    by: contributor,
    stages: ['Approval'],
    agreement: lease(
      [us, 'Quay Street Holdings Ltd'],
      '1 April 2026',
      'the second floor of 14 Quay Street with nine parking places, for use as offices',
    ),
    format: 'pdf',
    members: ['partner@ashfield.example'],
  },
  {
    organisation: harbour,
    externalId: 'DEMO-5',
    name: 'Settlement with Orbit Freight',
    template: 'Settlement',
    by: 'admin@harbour.example',
    stages: ['Signing'],
    agreement: settlement([us, 'Orbit Freight Ltd'], '20 April 2026'),
    format: 'docx',
    restricted: true,
  },
  {
    organisation: harbour,
    externalId: 'DEMO-6',
    name: 'Hosting by Northlight',
    template: 'Services',
    by: contributor,
    stages: ['Negotiating'],
    agreement: services([us, 'Northlight Hosting Ltd'], '4 May 2026'),
    format: 'docx',
  },
  {
    organisation: meridian,
    externalId: 'DEMO-1',
    name: 'NDA with Copperfield Research',
    template: 'Mutual NDA',
    by: 'admin@meridian.example',
    stages: ['Signing'],
    agreement: confidentiality(
      ['Meridian plc', 'Copperfield Research LLP'],
      '9 February 2026',
      governingLaw('England and Wales'),
    ),
    format: 'pdf',
  },
]
