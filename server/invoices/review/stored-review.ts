// The review of an invoice as it is stored.
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { LineDecision, ReductionReason } from './line-decisions.ts'
import type { Reduction } from './reduction.ts'
import type { Review } from './reviewed-invoice.ts'

/** Who decided it, and when. */
interface Made {
  readonly by: ShownPerson
  readonly at: Date
}

/** A decision on a line: somebody's, or the proposal of a rule of the guidelines that nobody has decided on. */
export type MadeDecision = LineDecision &
  (
    | (Made & { readonly rule?: undefined })
    | { readonly rule: string; readonly by?: undefined; readonly at: Date }
  )

export interface StoredReview extends Review {
  readonly decisions: ReadonlyMap<number, MadeDecision>
  readonly reduction: (Reduction & Made) | undefined
}

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

/** The review of an invoice that was fetched through access.ts. */
export async function getStoredReview(db: Reader, invoice: OfInvoice): Promise<StoredReview> {
  const [lines, reduction] = await Promise.all([listDecisions(db, invoice), getReduction(db, invoice)])
  return { decisions: new Map(lines), reduction }
}

const reviewerColumns = [
  'users.id as reviewer_id',
  'users.email as reviewer_email',
  'users.first_name as reviewer_first_name',
  'users.last_name as reviewer_last_name',
  'users.organisation_id as reviewer_organisation_id',
] as const

interface ReviewerRow {
  readonly reviewer_id: string
  readonly reviewer_email: string
  readonly reviewer_first_name: string
  readonly reviewer_last_name: string
  readonly reviewer_organisation_id: number
  readonly reviewed_at: Date
}

const madeIn = (row: ReviewerRow): Made => ({
  by: {
    id: row.reviewer_id,
    email: row.reviewer_email,
    firstName: row.reviewer_first_name,
    lastName: row.reviewer_last_name,
    organisationId: row.reviewer_organisation_id,
  },
  at: row.reviewed_at,
})

async function listDecisions(db: Reader, { organisationId, id }: OfInvoice) {
  const rows = await db
    .selectFrom('invoice_line_reviews as r')
    .leftJoin('users', 'users.id', 'r.reviewed_by')
    .where('r.organisation_id', '=', organisationId)
    .where('r.invoice_id', '=', id)
    .selectAll('r')
    .select([...reviewerColumns])
    .execute()
  return rows.map((row): [number, MadeDecision] => [
    row.number,
    {
      decision: row.decision as LineDecision['decision'],
      reason: row.reason as ReductionReason | null,
      note: row.note,
      ...(row.approved_quantity === null ? {} : { approvedQuantity: row.approved_quantity }),
      ...(row.approved_unit_price === null ? {} : { approvedUnitPrice: row.approved_unit_price }),
      ...(row.approved_amount === null ? {} : { approvedAmount: row.approved_amount }),
      ...(row.reduced_by_percent === null ? {} : { reducedByPercent: row.reduced_by_percent }),
      ...(row.guideline_rule === null
        ? madeIn(row as ReviewerRow)
        : { rule: row.guideline_rule, at: row.reviewed_at }),
    },
  ])
}

async function getReduction(db: Reader, { organisationId, id }: OfInvoice) {
  const row = await db
    .selectFrom('invoice_reductions as r')
    .innerJoin('users', 'users.id', 'r.reviewed_by')
    .where('r.organisation_id', '=', organisationId)
    .where('r.invoice_id', '=', id)
    .selectAll('r')
    .select([...reviewerColumns])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    appliesTo: row.applies_to as Reduction['appliesTo'],
    ...(row.amount === null ? {} : { amount: row.amount }),
    ...(row.percent === null ? {} : { percent: row.percent }),
    reason: row.reason as ReductionReason,
    note: row.note,
    ...madeIn(row),
  }
}

interface Deciding {
  readonly userId: string
  readonly now: Date
}

/** Stores the decisions on lines by their numbers; null takes a decision back. */
export async function storeDecisions(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  decisions: ReadonlyMap<number, LineDecision | null>,
  { userId, now }: Deciding,
): Promise<void> {
  if (decisions.size === 0) return
  await tx
    .deleteFrom('invoice_line_reviews')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where((eb) => eb('number', '=', eb.fn.any(eb.val([...decisions.keys()]))))
    .execute()
  const rows = [...decisions].flatMap(([number, made]) =>
    made === null
      ? []
      : [
          {
            ...decisionColumns(made),
            organisation_id: organisationId,
            invoice_id: id,
            number,
            reviewed_by: userId,
            reviewed_at: now,
          },
        ],
  )
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('invoice_line_reviews')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute()
  }
}

const rowsPerStatement = 500

const decisionColumns = (made: LineDecision) => ({
  decision: made.decision,
  approved_quantity: made.approvedQuantity ?? null,
  approved_unit_price: made.approvedUnitPrice ?? null,
  approved_amount: made.approvedAmount ?? null,
  reduced_by_percent: made.reducedByPercent ?? null,
  reason: made.decision === 'Accepted' ? null : (made.reason ?? null),
  note: made.note ?? null,
})

/**
 * Stores what rules of the guidelines propose, in place of what they proposed before; what people decided stays. Of
 * some lines alone, if they are named.
 */
export async function storeProposals(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  proposals: ReadonlyMap<number, { readonly rule: string; readonly decision: LineDecision }>,
  { now, lines }: { readonly now: Date; readonly lines?: ReadonlySet<number> },
): Promise<void> {
  await tx
    .deleteFrom('invoice_line_reviews')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('guideline_rule', 'is not', null)
    .$if(lines !== undefined, (proposed) =>
      proposed.where((eb) => eb('number', '=', eb.fn.any(eb.val([...(lines ?? [])])))),
    )
    .execute()
  const stored = [...proposals].filter(([number]) => lines?.has(number) ?? true)
  const rows = stored.map(([number, { rule, decision }]) => ({
    ...decisionColumns(decision),
    organisation_id: organisationId,
    invoice_id: id,
    number,
    guideline_rule: rule,
    reviewed_at: now,
  }))
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('invoice_line_reviews')
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Stores the reduction of the whole invoice in place of the one before; undefined takes it back. */
export async function storeReduction(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  reduction: Reduction | undefined,
  { userId, now }: Deciding,
): Promise<void> {
  await tx
    .deleteFrom('invoice_reductions')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .execute()
  if (reduction === undefined) return
  await tx
    .insertInto('invoice_reductions')
    .values({
      organisation_id: organisationId,
      invoice_id: id,
      applies_to: reduction.appliesTo,
      amount: reduction.amount ?? null,
      percent: reduction.percent ?? null,
      reason: reduction.reason,
      note: reduction.note ?? null,
      reviewed_by: userId,
      reviewed_at: now,
    })
    .execute()
}
