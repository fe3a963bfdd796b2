// Reading the approvals of a contract, which the caller has been found to see.
import { sql, type SqlBool } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { notFound } from '../../platform/errors.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Contract } from '../contract.ts'
import type { ApprovalState, Need } from '../../records/approval-steps.ts'
import type { Approval, Approver, Decision, Step } from './approval.ts'
import { deadlineOf } from '../../records/approvals/timed-step.ts'
import type { Covered } from './covered.ts'

type Key = Pick<Contract, 'organisationId' | 'id'>

const mostRead = 100

/** The approvals of the contract, the latest first: the last hundred. */
export async function approvalsOf(db: Reader, contract: Key): Promise<readonly Approval[]> {
  return withSteps(db, contract, await selectApprovals.run(db, contract))
}

/** The approval that counts: the latest that was not withdrawn. */
export async function currentApproval(db: Reader, contract: Key): Promise<Approval | undefined> {
  const [approval] = await withSteps(db, contract, await selectCurrent.run(db, contract))
  return approval
}

/** One approval of the contract; not_found for others. */
export async function getApproval(db: Reader, contract: Key, approvalId: number): Promise<Approval> {
  const [approval] = await withSteps(db, contract, await selectOne.run(db, { ...contract, approvalId }))
  if (!approval) throw notFound()
  return approval
}

/** The same, locked until the transaction ends, so that decisions follow one another. */
export async function holdApproval(tx: Tx, contract: Key, approvalId: number): Promise<Approval> {
  await lockOne.run(tx, { ...contract, approvalId })
  return getApproval(tx, contract, approvalId)
}

const columns = [
  'id',
  'contract_id',
  'state',
  'in_order',
  'due',
  'comment',
  'document_version',
  'document_sha256',
  'covered',
  'again_because',
  'started_by',
  'started_at',
  'ended_at',
  'reminded_at',
] as const

interface ApprovalRow {
  readonly id: number
  readonly contract_id: number
  readonly state: string
  readonly in_order: boolean
  readonly due: string | null
  readonly comment: string | null
  readonly document_version: number
  readonly document_sha256: Buffer
  readonly covered: unknown
  readonly again_because: string | null
  readonly started_by: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly reminded_at: Date | null
}

const ofContract = (db: Reader, { organisationId, id }: Key) =>
  db
    .selectFrom('contract_approvals')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .select(columns)

const selectApprovals = statement<Key, ApprovalRow>((contract, db) =>
  ofContract(db, contract).orderBy('id', 'desc').limit(mostRead),
)

const selectCurrent = statement<Key, ApprovalRow>((contract, db) =>
  ofContract(db, contract).where('state', '<>', 'Withdrawn').orderBy('id', 'desc').limit(1),
)

const selectOne = statement<Key & { readonly approvalId: number }, ApprovalRow>(
  ({ organisationId, id, approvalId }, db) =>
    ofContract(db, { organisationId, id }).where('id', '=', approvalId),
)

const lockOne = statement<Key & { readonly approvalId: number }, { readonly id: number }>(
  ({ organisationId, approvalId }) => sql`select id from contract_approvals
    where organisation_id = ${organisationId} and id = ${approvalId} for update`,
)

async function withSteps(
  db: Reader,
  { organisationId }: Key,
  rows: readonly ApprovalRow[],
): Promise<readonly Approval[]> {
  if (rows.length === 0) return []
  const asked = { organisationId, ids: rows.map(({ id }) => id) }
  const [steps, approvers] = await Promise.all([selectSteps.run(db, asked), selectApprovers.run(db, asked)])
  const place = (row: { readonly approval_id: number; readonly position: number }) =>
    `${row.approval_id}/${row.position}`
  const people = Map.groupBy(approvers, place)
  const stepsBy = Map.groupBy(steps, ({ approval_id }) => approval_id)
  return rows.map((row) => ({
    ...approvalOf(row, organisationId),
    steps: (stepsBy.get(row.id) ?? []).map((step) => stepOf(step, people.get(place(step)) ?? [])),
  }))
}

const approvalOf = (row: ApprovalRow, organisationId: number): Omit<Approval, 'steps'> => ({
  organisationId,
  id: row.id,
  contractId: row.contract_id,
  state: row.state as ApprovalState,
  inOrder: row.in_order,
  due: row.due,
  comment: row.comment,
  document: { version: row.document_version, sha256: row.document_sha256 },
  covered: row.covered as Covered | null,
  againBecause: row.again_because,
  startedBy: row.started_by,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  remindedAt: row.reminded_at,
})

const stepOf = (step: StepRow, approvers: readonly ApproverRow[]): Step => ({
  position: step.position,
  name: step.name,
  need: step.need as Need,
  ruleId: step.rule_id,
  deadline: deadlineOf(step),
  due: step.due,
  remindAt: step.remind_at,
  escalateAt: step.escalate_at,
  escalatedAt: step.escalated_at,
  approvers: approvers.map(approverOf),
})

const approverOf = (row: ApproverRow): Approver => ({
  userId: row.user_id,
  askedAt: row.asked_at,
  decision: row.decision as Decision | null,
  comment: row.comment,
  decidedAt: row.decided_at,
  delegatedTo: row.delegated_to,
  decidedBy: row.decided_by,
  approvedBefore: row.approved_before,
})

interface StepRow {
  readonly approval_id: number
  readonly position: number
  readonly name: string
  readonly need: string
  readonly rule_id: number | null
  readonly deadline_days: number | null
  readonly escalate_to: string | null
  readonly due: string | null
  readonly remind_at: Date | null
  readonly escalate_at: Date | null
  readonly escalated_at: Date | null
}

interface ApproverRow {
  readonly approval_id: number
  readonly position: number
  readonly user_id: string
  readonly asked_at: Date | null
  readonly decision: string | null
  readonly comment: string | null
  readonly decided_at: Date | null
  readonly delegated_to: string | null
  readonly decided_by: string | null
  readonly approved_before: Date | null
}

interface Several {
  readonly organisationId: number
  readonly ids: readonly number[]
}

const selectSteps = statement<Several, StepRow>(({ organisationId, ids }, db) =>
  db
    .selectFrom('contract_approval_steps')
    .where('organisation_id', '=', organisationId)
    .where(sql<SqlBool>`approval_id = any(${ids}::bigint[])`)
    .orderBy('approval_id')
    .orderBy('position')
    .select(['approval_id', 'position', 'name', 'need', 'rule_id', 'deadline_days', 'escalate_to', 'due'])
    .select(['remind_at', 'escalate_at', 'escalated_at']),
)

const selectApprovers = statement<Several, ApproverRow>(({ organisationId, ids }, db) =>
  db
    .selectFrom('contract_approvers')
    .where('organisation_id', '=', organisationId)
    .where(sql<SqlBool>`approval_id = any(${ids}::bigint[])`)
    .orderBy('approval_id')
    .orderBy('position')
    .orderBy('asked_at')
    .orderBy('user_id')
    .select([
      'approval_id',
      'position',
      'user_id',
      'asked_at',
      'decision',
      'comment',
      'decided_at',
      'delegated_to',
      'decided_by',
      'approved_before',
    ]),
)
