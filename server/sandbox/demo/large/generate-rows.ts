// The rows of a large organisation: the same number always gives the same matter and the same contract.
import type { CopyValue } from '../../../platform/postgres/copy.ts'

/** The ids that the rows refer to. */
export interface Around {
  readonly organisationId: number
  /** The first id of their block. */
  readonly firstMatterId: number
  readonly firstContractId: number
  readonly personIds: readonly string[]
  readonly teamIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly templateIds: readonly number[]
  /** Two fields that every form has: an amount, and a risk rating. */
  readonly amountFieldId: number
  readonly risk: { readonly fieldId: number; readonly optionIds: readonly number[] }
  readonly now: Date
}

type Row = readonly CopyValue[]

const matterStates = [
  'Active',
  'Active',
  'Active',
  'Draft',
  'Scoping',
  'Review',
  'OnHold',
  'Complete',
  'Complete',
  'Archived',
]
const contractStages = [
  'Draft',
  'Negotiating',
  'Approval',
  'Signing',
  'Executed',
  'Executed',
  'Executed',
  'Expired',
  'Void',
]
const subjects = [
  'Supply',
  'Lease',
  'Licence',
  'Employment',
  'Dispute',
  'Privacy review',
  'Acquisition',
  'Tender',
  'Complaint',
  'Merger',
]
const parties = [
  'Lindqvist',
  'Tasman',
  'Kauri',
  'Quay Street',
  'Orbit',
  'Northlight',
  'Fonseca',
  'Bergström',
  'Ōtara',
  'Van Dyk',
  "O'Neill",
  'Müller',
]
const things = [
  'goods',
  'offices',
  'software',
  'drivers',
  'a delivery',
  'data',
  'a warehouse',
  'vessels',
  'machines',
  'services',
]

const day = 86_400_000

/** Spreads the numbers over the choices, evenly and in no visible order. */
function mixed(index: number, salt: number): number {
  let mixture = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  mixture = Math.imul(mixture ^ (mixture >>> 15), 0x2c1b3c6d)
  mixture = Math.imul(mixture ^ (mixture >>> 12), 0x297a2d39)
  return (mixture ^ (mixture >>> 15)) >>> 0
}

function pick<Each>(list: readonly Each[], index: number, salt: number): Each {
  return list[mixed(index, salt) % list.length] as Each
}

const nameOf = (index: number) =>
  `${pick(subjects, index, 1)} of ${pick(things, index, 2)} with ${pick(parties, index, 3)} ${index + 1}`

/** A third is restricted to its members. */
const isRestricted = (index: number) => mixed(index, 4) % 3 === 0

/** Created within six years, updated since. */
function timesOf({ now }: Around, index: number) {
  const age = mixed(index, 5) % (6 * 365)
  const created = now.getTime() - age * day - (mixed(index, 6) % day)
  return {
    created: new Date(created),
    moved: new Date(created + (mixed(index, 7) % (age + 1)) * day),
  }
}

export const matterColumns = [
  'organisation_id',
  'id',
  'number',
  'name',
  'status',
  'category_id',
  'owner_id',
  'manager_id',
  'created_by',
  'team_id',
  'external_id',
  'restricted',
  'urgent',
  'in_intake',
  'created_at',
  'updated_at',
  'last_activity_at',
] as const

/** One matter. Every twentieth is still in intake, without a manager. */
export function matterRow(around: Around, index: number): Row {
  const { created, moved } = timesOf(around, index)
  const { owner, manager } = peopleOf(around, index)
  const inIntake = mixed(index, 8) % 20 === 0
  return [
    around.organisationId,
    around.firstMatterId + index,
    index + 1,
    nameOf(index),
    inIntake ? 'Draft' : pick(matterStates, index, 9),
    pick(around.categoryIds, index, 10),
    owner,
    inIntake ? null : manager,
    owner,
    mixed(index, 11) % 4 === 0 ? null : pick(around.teamIds, index, 12),
    mixed(index, 13) % 5 === 0 ? `LEGACY-M-${index + 1}` : null,
    isRestricted(index),
    mixed(index, 14) % 12 === 0,
    inIntake,
    created,
    moved,
    moved,
  ]
}

export const contractColumns = [
  'organisation_id',
  'id',
  'name',
  'status',
  'template_id',
  'owner_id',
  'created_by',
  'team_id',
  'matter_id',
  'external_id',
  'restricted',
  'expiry',
  'executed_at',
  'created_at',
  'updated_at',
  'last_activity_at',
] as const

/** One contract; half of them belong to the matter with the same number. */
export function contractRow(around: Around, index: number): Row {
  const { created, moved } = timesOf(around, index)
  const { owner } = peopleOf(around, index)
  const stage = pick(contractStages, index, 15)
  const executed = stage === 'Executed' || stage === 'Expired'
  // those whose expiry has passed have been moved to Expired
  const from = stage === 'Executed' ? around.now : moved
  const expiry = new Date(from.getTime() + (1 + (mixed(index, 16) % 1_500)) * day)
  return [
    around.organisationId,
    around.firstContractId + index,
    nameOf(index),
    stage,
    pick(around.templateIds, index, 17),
    owner,
    owner,
    mixed(index, 18) % 4 === 0 ? null : pick(around.teamIds, index, 19),
    mixed(index, 20) % 2 === 0 ? around.firstMatterId + index : null,
    mixed(index, 21) % 5 === 0 ? `LEGACY-C-${index + 1}` : null,
    isRestricted(index),
    executed ? expiry.toISOString().slice(0, 19) : null,
    executed ? moved : null,
    created,
    moved,
    moved,
  ]
}

export const matterMemberColumns = ['organisation_id', 'matter_id', 'user_id', 'added_at'] as const
export const contractMemberColumns = ['organisation_id', 'contract_id', 'user_id', 'added_at'] as const

/** The members of a matter: owner, manager, and up to two more. */
export const matterMemberRows = (around: Around, index: number): readonly Row[] =>
  memberRows(around, index, around.firstMatterId)

/** The members of a contract. */
export const contractMemberRows = (around: Around, index: number): readonly Row[] =>
  memberRows(around, index, around.firstContractId)

function memberRows(around: Around, index: number, firstId: number): readonly Row[] {
  const { created } = timesOf(around, index)
  const { owner, manager, others } = peopleOf(around, index)
  return [...new Set([owner, manager, ...others])].map((userId) => [
    around.organisationId,
    firstId + index,
    userId,
    created,
  ])
}

export const fieldValueColumns = [
  'organisation_id',
  'record_kind',
  'record_id',
  'field_id',
  'ordinal',
  'number_value',
  'option_id',
] as const

/** The values of a record's fields: an amount and, for most, a risk rating. */
export function fieldValueRows(around: Around, kind: 'matter' | 'contract', index: number): readonly Row[] {
  const { organisationId, amountFieldId, risk } = around
  const recordId = index + (kind === 'matter' ? around.firstMatterId : around.firstContractId)
  const salt = kind === 'matter' ? 40 : 50
  const amount = (mixed(index, salt) % 50_000_000) / 100
  const amountRow = [organisationId, kind, recordId, amountFieldId, 0, amount, null]
  if (mixed(index, salt + 1) % 4 === 0) return [amountRow]
  const option = pick(risk.optionIds, index, salt + 2)
  return [amountRow, [organisationId, kind, recordId, risk.fieldId, 0, null, option]]
}

function peopleOf({ personIds }: Around, index: number) {
  const person = (salt: number) => pick(personIds, index, salt)
  const others = [person(32), person(33)].slice(mixed(index, 22) % 3)
  return { owner: person(30), manager: person(31), others }
}
