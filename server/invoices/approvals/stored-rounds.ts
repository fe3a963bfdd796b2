// Reading and writing rounds of approval, of invoices that were fetched through access.ts.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { ApprovalState, Need } from '../../records/approval-steps.ts'
import { deadlineColumns, deadlineOf } from '../../records/approvals/timed-step.ts'
import type { Approver, Round, Step } from './approval.ts'

interface Key {
  readonly organisationId: number
  readonly id: number
}

interface Row {
  readonly round: number
  readonly state: string
  readonly comment: string | null
  readonly total: string
  readonly started_by: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly position: number
  readonly name: string
  readonly need: string
  readonly deadline_days: number | null
  readonly escalate_to: string | null
  readonly due: string | null
  readonly remind_at: Date | null
  readonly escalate_at: Date | null
  readonly escalated_at: Date | null
  readonly user_id: string
  readonly asked_at: Date | null
  readonly decision: string | null
  readonly answer: string | null
  readonly decided_at: Date | null
  readonly decided_by: string | null
}

/** The latest round, in one statement; undefined if approval was never asked for. */
export async function latestRound(db: Reader, { organisationId, id }: Key): Promise<Round | undefined> {
  const { rows } = await sql<Row>`
    select a.round, a.state, a.comment, a.total::text as total, a.started_by, a.started_at, a.ended_at,
      s.position, s.name, s.need, s.deadline_days, s.escalate_to, s.due::text as due, s.remind_at, s.escalate_at,
      s.escalated_at, p.user_id, p.asked_at, p.decision, p.comment as answer, p.decided_at, p.decided_by
    from invoice_approvals a
    join invoice_approval_steps s on s.organisation_id = a.organisation_id and s.invoice_id = a.invoice_id
      and s.round = a.round
    join invoice_approvers p on p.organisation_id = s.organisation_id and p.invoice_id = s.invoice_id
      and p.round = s.round and p.position = s.position
    where a.organisation_id = ${organisationId} and a.invoice_id = ${id}
      and a.round = (select max(round) from invoice_approvals l
        where l.organisation_id = ${organisationId} and l.invoice_id = ${id})
    order by s.position, p.user_id`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const steps = [...Map.groupBy(rows, ({ position }) => position).values()].flatMap(stepOf)
  return {
    organisationId,
    invoiceId: id,
    round: first.round,
    state: first.state as ApprovalState,
    comment: first.comment,
    total: first.total,
    startedBy: first.started_by,
    startedAt: first.started_at,
    endedAt: first.ended_at,
    steps,
  }
}

function stepOf(rows: readonly Row[]): Step[] {
  const [first] = rows
  if (!first) return []
  const approvers = rows.map(
    (row): Approver => ({
      userId: row.user_id,
      askedAt: row.asked_at,
      decision: row.decision as Approver['decision'],
      comment: row.answer,
      decidedAt: row.decided_at,
      decidedBy: row.decided_by,
    }),
  )
  const { position, name, need, due } = first
  const times = {
    due,
    remindAt: first.remind_at,
    escalateAt: first.escalate_at,
    escalatedAt: first.escalated_at,
  }
  return [{ position, name, need: need as Need, deadline: deadlineOf(first), ...times, approvers }]
}

/** Stores a new round. */
export async function insertRound(tx: Tx, round: Round): Promise<void> {
  const key = { organisation_id: round.organisationId, invoice_id: round.invoiceId, round: round.round }
  const { state, comment, total, startedBy, startedAt } = round
  await tx
    .insertInto('invoice_approvals')
    .values({ ...key, state, comment, total, started_by: startedBy, started_at: startedAt })
    .execute()
  await tx
    .insertInto('invoice_approval_steps')
    .values(
      round.steps.map(({ position, name, need, deadline }) => ({
        ...key,
        position,
        name,
        need,
        ...deadlineColumns(deadline),
      })),
    )
    .execute()
  await tx
    .insertInto('invoice_approvers')
    .values(
      round.steps.flatMap(({ position, approvers }) =>
        approvers.map(({ userId, askedAt }) => ({ ...key, position, user_id: userId, asked_at: askedAt })),
      ),
    )
    .execute()
}

/**
 * Stores what has changed of a round: its state and total, and of its people. Addresses in mails to which nothing is
 * left to answer open nothing any more.
 */
export async function updateRound(tx: Tx, before: Round, after: Round): Promise<void> {
  const { organisationId, invoiceId, round, state, total, endedAt } = after
  await tx
    .updateTable('invoice_approvals')
    .set({ state, total, ended_at: endedAt })
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', invoiceId)
    .where('round', '=', round)
    .execute()
  const known = new Set(before.steps.flatMap(({ approvers }) => approvers))
  const changed = after.steps.flatMap(({ approvers }) => approvers).filter((each) => !known.has(each))
  const decided = changed.flatMap(({ userId, decision }) => (decision === null ? [] : userId))
  if (state !== 'Waiting') await removeAddresses(tx, after)
  else if (decided.length > 0) await removeAddresses(tx, after, decided)
  for (const { position, approvers } of after.steps) {
    for (const each of approvers) {
      if (known.has(each)) continue
      await tx
        .updateTable('invoice_approvers')
        .set({
          asked_at: each.askedAt,
          decision: each.decision,
          comment: each.comment,
          decided_at: each.decidedAt,
          decided_by: each.decidedBy,
        })
        .where('organisation_id', '=', organisationId)
        .where('invoice_id', '=', invoiceId)
        .where('round', '=', round)
        .where('position', '=', position)
        .where('user_id', '=', each.userId)
        .execute()
    }
  }
}

/** Removes the addresses of a round: all, or those for approvers whose decision does not wait any more. */
async function removeAddresses(
  tx: Tx,
  { organisationId, invoiceId, round }: Round,
  approverIds?: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('invoice_approval_addresses')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', invoiceId)
    .where('round', '=', round)
    .$if(approverIds !== undefined, (query) => query.where('deciding_for', 'in', approverIds ?? []))
    .execute()
}
