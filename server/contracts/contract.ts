// A contract: its terms, and the rules that need nothing else.
//
// contract   an agreement of the organisation, from draft to end
// stage      its progress (the wire calls it status)
// template   the type it was created from (v2 calls it type), in a group of templates
// document   the file that is the contract itself; all other files are attachments
// owner      the person responsible; always a member
// member     a person who is on the contract, from the same organisation or an invited firm
// restricted visible to its members only, whatever teams or groups other people are in
import type { Selectable } from 'kysely'
import type { RecordFormVersions } from '../fields/form.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import type { Counted } from '../records/lists/record-counts.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import type { ContractsTable } from '../platform/postgres/tables.ts'

export const contractStages = [
  'Draft',
  'Negotiating',
  'Approval',
  'Signing',
  'Executed',
  'Expired',
  'Void',
] as const
/** What people read in place of a stage. */
export const namedStages = { choices: contractStages, type: 'template_id' } as const
export type ContractStage = (typeof contractStages)[number]

export interface Contract extends RecordFormVersions {
  readonly organisationId: number
  readonly id: number
  readonly name: string
  readonly stage: ContractStage
  readonly templateId: number
  readonly ownerId: string
  readonly createdBy: string
  readonly teamId: number | null
  readonly matterId: number | null
  readonly parentId: number | null
  readonly externalId: string | null
  readonly restricted: boolean
  /** Local time of the organisation, `2026-05-06T17:00:00`. */
  readonly expiry: string | null
  readonly executedAt: Date | null
  readonly createdAt: Date
  readonly lastActivityAt: Date
  /** Increases with every change. */
  readonly version: number
}

export const contractColumns = [
  'contracts.organisation_id',
  'contracts.id',
  'contracts.name',
  'contracts.status',
  'contracts.template_id',
  'contracts.owner_id',
  'contracts.created_by',
  'contracts.team_id',
  'contracts.matter_id',
  'contracts.parent_id',
  'contracts.external_id',
  'contracts.restricted',
  'contracts.expiry',
  'contracts.executed_at',
  'contracts.created_at',
  'contracts.last_activity_at',
  'contracts.version',
  'contracts.form_version',
  'contracts.core_form_version',
] as const

/** A row with these columns. */
export type ContractRow = Omit<
  Selectable<ContractsTable>,
  | 'updated_at'
  | 'own_number'
  | 'stage_since'
  | 'deleted_at'
  | 'deleted_by'
  | 'legal_hold_reason'
  | 'legal_hold_at'
  | 'legal_hold_by'
>

/** A row of contracts as a contract. */
export function contractOf(row: ContractRow): Contract {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    name: row.name,
    stage: row.status as ContractStage,
    templateId: row.template_id,
    ownerId: row.owner_id,
    createdBy: row.created_by,
    teamId: row.team_id,
    matterId: row.matter_id,
    parentId: row.parent_id,
    externalId: row.external_id,
    restricted: row.restricted,
    expiry: row.expiry,
    executedAt: row.executed_at,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    version: row.version,
    formVersion: row.form_version,
    coreFormVersion: row.core_form_version,
  }
}

/** The properties by which contracts are counted. */
export const countedOf = ({
  teamId,
  stage,
  restricted,
}: Pick<Contract, 'teamId' | 'stage' | 'restricted'>): Counted => ({
  teamId,
  status: stage,
  restricted,
  inIntake: false,
})

/** What is wrong with a name, as words that follow "name"; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'is missing.'
  if (name.length > 255) return 'must have 255 characters at most.'
  return /[\u0000-\u001f\u007f]/.test(name)
    ? 'must not contain line breaks or other control characters.'
    : undefined
}

/** Who wants to move a contract, as far as the rule asks. */
export interface Mover {
  readonly mayVoid: boolean
  readonly mayExpire: boolean
}

/** What the person may do besides moving it through the other stages. */
export const moverOf = (involvement: Involvement): Mover => ({
  mayVoid: may(involvement, 'voidContract'),
  mayExpire: may(involvement, 'expireByHand'),
})

const beforeSigning: readonly ContractStage[] = ['Draft', 'Negotiating', 'Approval', 'Signing']

function isStageMove(from: ContractStage, to: ContractStage, { mayExpire }: Mover): boolean {
  if (beforeSigning.includes(from)) return to !== 'Expired' || mayExpire
  if (from === 'Void') return to === 'Draft'
  return to === 'Void' || (to === 'Expired' && from === 'Executed' && mayExpire)
}

/**
 * Whether the stage may follow (docs/decisions/0028): the four working stages in any order, Executed from any of them,
 * Expired by date or by an administrator, Executed and Expired only to Void, Void only by owner or administrator and
 * only back to Draft.
 */
export function checkStageMove(from: ContractStage, to: ContractStage, mover: Mover): void {
  if (from === to) return
  if (beforeSigning.includes(from) && to === 'Expired' && !mover.mayExpire) {
    throw forbidden(
      'Only an administrator may set a contract to Expired by hand; otherwise it expires by its date.',
    )
  }
  const possible = contractStages.filter((stage) => stage !== from && isStageMove(from, stage, mover))
  if (!possible.includes(to)) {
    throw conflict(
      `A contract that is ${from} cannot become ${to}. From ${from} it can become ${possible.join(', ')}.`,
    )
  }
  if ((to === 'Void' || from === 'Void') && !mover.mayVoid) {
    throw forbidden(
      'Only the owner of the contract or an administrator may void it or take it back from Void.',
    )
  }
}
