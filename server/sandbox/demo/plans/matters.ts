// The demo's matters as data: the tree of their categories, and matters in every state with their people, tasks, tags,
// messages and terms.
import type { CategoryRules } from '../../../matters/categories.ts'
import type { KeptState } from '../../../matters/state.ts'
import { harbour, meridian } from './core-records.ts'

interface DemoCategory {
  readonly organisation: string
  readonly name: string
  /** The parent category, which comes earlier in the list. */
  readonly parent?: string
  readonly team?: string
  readonly teamRequired?: true
  readonly rules?: Omit<CategoryRules, 'managerId'> & { readonly manager?: string }
  /** Deleted; its matters keep showing it. */
  readonly closed?: true
}

const counsel = 'counsel@harbour.example'
const contributor = 'contributor@harbour.example'
const requester = 'requester@harbour.example'
const partner = 'partner@ashfield.example'
const associate = 'clara.ashfield@ashfield.example'
const employment = 'aroha.ngata@harbour.example'
const disputes = 'daniel.okafor@harbour.example'
const privacy = 'mei.tanaka@harbour.example'
const head = 'admin@harbour.example'

export const categories: readonly DemoCategory[] = [
  { organisation: harbour, name: 'Commercial', team: 'Commercial' },
  {
    organisation: harbour,
    name: 'Contract advice',
    parent: 'Commercial',
    team: 'Commercial',
    teamRequired: true,
  },
  { organisation: harbour, name: 'Partnerships', parent: 'Commercial' },
  { organisation: harbour, name: 'Disputes' },
  { organisation: harbour, name: 'Court proceedings', parent: 'Disputes' },
  { organisation: harbour, name: 'Employment' },
  { organisation: harbour, name: 'Dismissal', parent: 'Employment', rules: { restricted: true } },
  { organisation: harbour, name: 'Privacy', rules: { manager: privacy, urgent: true } },
  { organisation: harbour, name: 'Property', team: 'Procurement' },
  { organisation: harbour, name: 'Rail freight', closed: true },
  { organisation: meridian, name: 'General', team: 'Legal' },
  { organisation: meridian, name: 'Research agreements', parent: 'General' },
]

interface DemoTask {
  readonly name: string
  readonly type?: 'Milestone' | 'CourtDate' | 'Meeting'
  /** Days from today; negative is late. */
  readonly due: number
}

/** A matter, and what its people have done with it, in this order. */
export interface DemoMatter {
  readonly organisation: string
  /** Identifies it; unique in the organisation. */
  readonly externalId: string
  readonly name: string
  readonly category: string
  readonly by: string
  readonly manager?: string
  readonly members?: readonly string[]
  readonly restricted?: true
  readonly urgent?: true
  /** The external id of the parent matter, which comes earlier in the list. */
  readonly parent?: string
  /** The references of the client and of the manager's firm, and the purchase order. */
  readonly references?: readonly [client: string, firm: string, order: string]
  readonly tags?: readonly string[]
  readonly messages?: readonly (readonly [by: string, text: string])[]
  /** The code of its terms, which are one of its files. */
  readonly terms?: string
  /** The owner's delegate. */
  readonly delegate?: string
  readonly tasks?: readonly DemoTask[]
  readonly states?: readonly KeptState[]
  /** Proposed by one person and, if given, accepted by the other. */
  readonly scope?: readonly [by: string, text: string, acceptedBy?: string]
}

const ours = (number: number, matter: Omit<DemoMatter, 'organisation' | 'externalId'>): DemoMatter => ({
  organisation: harbour,
  externalId: `DEMO-M${number}`,
  ...matter,
})

export const matters: readonly DemoMatter[] = [
  ours(1, {
    name: 'Reseller programme for Australia',
    category: 'Partnerships',
    by: counsel,
    manager: contributor,
  }),
  ours(2, {
    name: 'Joint venture with Tasman Foods',
    category: 'Partnerships',
    by: counsel,
    manager: partner,
    members: [associate, requester],
    references: ['JV-2026-01', 'AL/4471', 'PO-88012'],
    tags: ['Joint venture', 'Board'],
    messages: [[counsel, 'Ashfield have the heads of terms; first draft of the scope is due on Friday.']],
    terms: 'ASH-2026',
    states: ['Scoping'],
  }),
  ours(3, {
    name: 'Standard terms of sale 2027',
    category: 'Contract advice',
    by: counsel,
    manager: contributor,
    tags: ['Template'],
    messages: [[contributor, 'Liability cap is with Sales for comment.']],
    states: ['Scoping', 'Review'],
  }),
  ours(4, {
    name: 'Lindqvist Shipping: damaged cargo',
    category: 'Disputes',
    by: disputes,
    manager: partner,
    members: [counsel, requester],
    references: ['CLM-2291', 'AL/4502', 'PO-88034'],
    tags: ['Insurance', 'Shipping'],
    delegate: counsel,
    messages: [
      [disputes, 'Insurer notified; surveyor booked.'],
      [partner, 'Letter before claim went out this morning.'],
    ],
    tasks: [
      { name: 'Answer to the letter before claim', due: 9 },
      { name: 'Meeting with the surveyor', type: 'Meeting', due: 4 },
    ],
    states: ['Scoping'],
    scope: [disputes, 'Recover the damage from the carrier, by agreement where possible.', partner],
  }),
  ours(5, {
    name: 'Lindqvist Shipping: proceedings',
    category: 'Court proceedings',
    by: disputes,
    manager: partner,
    parent: 'DEMO-M4',
    tags: ['Shipping'],
    messages: [[partner, 'Statement of claim filed.']],
    tasks: [
      { name: 'Collect the witness statements', due: -3 },
      { name: 'First hearing', type: 'CourtDate', due: 21 },
    ],
    states: ['Active'],
  }),
  ours(6, {
    name: 'Data protection impact: fleet tracking',
    category: 'Privacy',
    by: counsel,
    members: ['nadia.rahman@harbour.example'],
    tags: ['Privacy', 'Board'],
    tasks: [{ name: 'Assessment signed off', type: 'Milestone', due: -2 }],
    states: ['Review', 'Active'],
  }),
  ours(7, {
    name: 'New warehouse at Port Road',
    category: 'Property',
    by: contributor,
    manager: counsel,
    members: ['chloe.martin@harbour.example'],
    references: ['PR-14', '', 'PO-87550'],
    tags: ['Property'],
    messages: [[counsel, 'Landlord wants the guarantee before the survey.']],
    tasks: [
      { name: 'Survey of the building', due: -6 },
      { name: 'Lease signed', type: 'Milestone', due: -1 },
      { name: 'Hand-over', type: 'Milestone', due: 30 },
    ],
    states: ['Active'],
  }),
  ours(8, {
    name: 'Review of distribution agreements',
    category: 'Contract advice',
    by: counsel,
    manager: partner,
    members: [associate],
    states: ['Scoping'],
    scope: [
      counsel,
      'Review of eleven distribution agreements against the new competition rules; report by the end of the quarter.',
    ],
  }),
  ours(9, {
    name: 'Trade marks in the Pacific Islands',
    category: 'Commercial',
    by: head,
    manager: partner,
    states: ['Scoping'],
    scope: [partner, 'Clearance search and filing of three marks in Fiji, Samoa and Tonga, at a fixed fee.'],
  }),
  ours(10, {
    name: 'Supply chain due diligence',
    category: 'Commercial',
    by: counsel,
    manager: contributor,
    tags: ['Board'],
    messages: [[contributor, 'Waiting for the audit of the packaging supplier.']],
    states: ['Active', 'OnHold'],
  }),
  ours(11, {
    name: 'Orbit Freight: settlement',
    category: 'Disputes',
    by: head,
    manager: disputes,
    restricted: true,
    tags: ['Insurance'],
    messages: [[disputes, 'Settled; payment received.']],
    states: ['Active', 'Complete'],
  }),
  ours(12, {
    name: 'Restructuring of the night shift',
    category: 'Employment',
    by: employment,
    manager: employment,
    members: ['ivy.campbell@harbour.example'],
    states: ['Active', 'Complete', 'Archived'],
  }),
  ours(13, {
    name: 'Can we use a customer logo in our brochure?',
    category: 'Contract advice',
    by: requester,
    messages: [[requester, 'The brochure goes to print in two weeks.']],
  }),
  ours(14, {
    name: 'Complaint about a supervisor',
    category: 'Dismissal',
    by: 'ivy.campbell@harbour.example',
    members: [employment],
    urgent: true,
  }),
  ours(15, {
    name: 'Parking at the depot',
    category: 'Property',
    by: 'grace.tui@harbour.example',
    urgent: true,
  }),
  {
    organisation: meridian,
    externalId: 'DEMO-M1',
    name: 'Consortium with Copperfield Research',
    category: 'Research agreements',
    by: 'admin@meridian.example',
    manager: 'oliver.grant@meridian.example',
    tags: ['Research'],
    messages: [['oliver.grant@meridian.example', 'Second draft is with the university.']],
    states: ['Scoping', 'Active'],
  },
]
