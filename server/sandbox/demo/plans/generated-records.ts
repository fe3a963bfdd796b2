// Generated records of the demo, as data: contracts and matters without a story of their own, so that lists are as long
// as those of a small department. Their properties follow from their position in the list.
import type { ContractStage } from '../../../contracts/contract.ts'
import { confidentiality, lease, services, settlement, supply } from '../documents/agreement.ts'
import { type DemoContract, harbour, meridian } from './core-records.ts'
import type { DemoMatter } from './matters.ts'

const us = 'Harbour Ltd'

export const parties = [
  'Albion Timber Ltd',
  'Brightwater Pumps Ltd',
  'Cascade Software Inc',
  'Dunmore Security Ltd',
  'Eastern Cranes Pty Ltd',
  'Fjord Instruments AS',
  'Glasshouse Foods Ltd',
  'Hikurangi Transport Ltd',
  'Ibis Staffing Ltd',
  'Juniper Laboratories Ltd',
  'Kowhai Cleaning Ltd',
  'Laurent & Fils SARL',
  'Mariner Fuels Ltd',
  'Nikau Insurance Brokers Ltd',
  'Otter Point Marina Ltd',
  'Pōhutukawa Catering Ltd',
]

const kinds = [
  { name: 'NDA with', template: 'Mutual NDA', write: confidentiality, ours: 0 },
  { name: 'Services for', template: 'Services to a customer', write: services, ours: 1 },
  { name: 'Supply by', template: 'Supply', write: supply, ours: 0 },
  { name: 'Services of', template: 'Services', write: services, ours: 0 },
  { name: 'Lease from', template: 'Lease', write: lease, ours: 0 },
  { name: 'Settlement with', template: 'Settlement', write: settlement, ours: 0 },
] as const

const contractPeople = [
  'counsel@harbour.example',
  'contributor@harbour.example',
  'callum.reid@harbour.example',
  'sofia.marino@harbour.example',
  'hana.kowalski@harbour.example',
  'ruth.adeyemi@harbour.example',
]
const businessPeople = [
  'requester@harbour.example',
  'liam.doyle@harbour.example',
  'zara.ahmed@harbour.example',
  'chloe.martin@harbour.example',
  'amelia.fonoti@harbour.example',
]
const head = 'admin@harbour.example'

// Expired and Void are for an administrator, who is the first here
const ways: readonly (readonly ContractStage[])[] = [
  [],
  ['Negotiating'],
  ['Negotiating', 'Approval'],
  ['Negotiating', 'Approval', 'Signing'],
  ['Negotiating', 'Signing', 'Executed'],
  ['Approval', 'Signing', 'Executed'],
  ['Signing', 'Executed'],
  ['Executed', 'Expired'],
  ['Executed', 'Void'],
]

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

export const generatedContracts: readonly DemoContract[] = Array.from({ length: 56 }, (_, index) => {
  const kind = at(kinds, index)
  const party = at(parties, index * 5 + Math.floor(index / 16))
  const stages = at(ways, index * 2 + Math.floor(index / 9))
  const isForHead = stages.includes('Expired') || stages.includes('Void')
  return {
    organisation: harbour,
    externalId: `DEMO-${101 + index}`,
    name: `${kind.name} ${party}`,
    template: kind.template,
    by: isForHead ? head : at(contractPeople, index),
    stages,
    agreement: (date) => kind.write(kind.ours === 0 ? [us, party] : [party, us], date),
    format: index % 3 === 0 ? 'pdf' : 'docx',
    ...(index % 4 === 0 ? { members: [at(businessPeople, index)] } : {}),
    ...(index % 11 === 0 ? { restricted: true } : {}),
    ...(stages.includes('Executed') ? { yearly: true } : {}),
  }
})

const subjects = [
  ['Delayed delivery by', 'Court proceedings', ['Dispute', 'Supply']],
  ['Review of terms of', 'Contract advice', ['Review']],
  ['Data processing by', 'Privacy', ['Privacy', 'Supplier']],
  ['Renewal with', 'Contract advice', ['Renewal']],
  ['Damage caused by', 'Disputes', ['Claim', 'Insurance']],
  ['Fit-out by', 'Property', ['Quay Street']],
  ['Exclusivity with', 'Partnerships', ['Board']],
  ['Secondment from', 'Employment', ['People']],
] as const

const matterPeople = [
  'counsel@harbour.example',
  'aroha.ngata@harbour.example',
  'daniel.okafor@harbour.example',
  'mei.tanaka@harbour.example',
  'ruth.adeyemi@harbour.example',
]
const outside = [
  'partner@ashfield.example',
  'winston.hale@ashfield.example',
  'imogen.northcott@northcott.example',
  'rafael.duarte@northcott.example',
]

const paths: readonly Required<DemoMatter>['states'][] = [
  ['Active'],
  ['Active'],
  ['Active', 'OnHold'],
  ['Active', 'Complete'],
  ['Active', 'Complete', 'Archived'],
  ['Scoping'],
  ['Review'],
  [],
]

const generatedMatter = (index: number): DemoMatter => {
  const [subject, category, tags] = at(subjects, index)
  const party = at(parties, index * 3 + Math.floor(index / 16))
  const byBusiness = index % 6 === 5
  const by = byBusiness ? at(businessPeople, index) : at(matterPeople, index)
  const states = byBusiness ? [] : at(paths, index + Math.floor(index / 8))
  const isActive = states.at(-1) === 'Active'
  return {
    organisation: harbour,
    externalId: `DEMO-M${101 + index}`,
    name: `${subject} ${party}`,
    category,
    by,
    tags,
    ...(byBusiness ? {} : { manager: index % 3 === 0 ? at(outside, index) : at(matterPeople, index + 1) }),
    ...(index % 13 === 0 ? { restricted: true } : {}),
    ...(index % 7 === 0 ? { urgent: true } : {}),
    ...(index % 4 === 1 ? { messages: [[by, `Waiting for ${party}.`]] } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...(isActive
      ? {
          tasks: [
            { name: 'Collect the documents', due: -20 + (index % 30) },
            { name: `Answer ${party}`, due: 5 + (index % 40) },
            ...(index % 5 === 0 ? [{ name: 'Board decides', type: 'Milestone' as const, due: 30 }] : []),
          ],
        }
      : {}),
  }
}

export const generatedMatters: readonly DemoMatter[] = [
  ...Array.from({ length: 44 }, (_, index) => generatedMatter(index)),
  ...['Trial site in Leeds', 'Grant of the research council', 'Patent search for a coating'].map(
    (name, index): DemoMatter => ({
      organisation: meridian,
      externalId: `DEMO-M${101 + index}`,
      name,
      category: 'Research agreements',
      by: 'admin@meridian.example',
      manager: 'oliver.grant@meridian.example',
      states: ['Active'],
    }),
  ),
]
