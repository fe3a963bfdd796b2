// Which invoices need whose approval, besides that of the person who reviews them.
import { sql } from 'kysely'
import { compareDecimals } from '../../platform/decimal.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type Deadline, deadlineOf } from '../../records/approvals/timed-step.ts'
import type { Need } from '../../records/approval-steps.ts'

/** A rule applies when all of its conditions hold; without any, to every invoice. */
export interface ApprovalRule {
  readonly name: string
  readonly approverIds: readonly string[]
  /** Whether the manager of the matter is asked as well. */
  readonly matterManager: boolean
  readonly need: Need
  readonly deadline: Deadline | null
  /** Invoices of this total and more, with tax, as the review leaves it. Decimal text. */
  readonly from: { readonly total: string; readonly currency: string } | null
  /** Invoices that exceed the budget of their matter. */
  readonly overBudget: boolean
  /** Invoices that are allocated to one of these, or not wholly to cost centres; none: any invoice. */
  readonly costCentreIds: readonly number[]
}

export interface ApprovalSettings {
  /** Counts the changes; 0 before the first. */
  readonly version: number
  /** Whether nobody approves an invoice that they entered, also where no rule applies. */
  readonly ownEntriesRefused: boolean
  /** Working days that a law firm has to answer questions, and to appeal. */
  readonly answerDays: number
  readonly appealDays: number
  /** In the order in which people are asked. */
  readonly rules: readonly ApprovalRule[]
}

/** What law firms have where nothing is set. */
export const usualDays = { answerDays: 5, appealDays: 5 } as const

interface Row {
  readonly version: number
  readonly own_entries_refused: boolean
  readonly answer_days: number
  readonly appeal_days: number
  readonly rules: readonly {
    readonly name: string
    readonly approver_ids: readonly string[]
    readonly matter_manager: boolean
    readonly need: Need
    readonly from_total: string | null
    readonly currency: string | null
    readonly over_budget: boolean
    readonly cost_centre_ids: readonly number[]
    readonly deadline_days: number | null
    readonly escalate_to: string | null
  }[]
}

/** The settings of an organisation, in one statement. */
export async function getApprovalSettings(db: Reader, organisationId: number): Promise<ApprovalSettings> {
  const { rows } = await sql<Row>`
    select s.version, s.own_entries_refused, s.answer_days, s.appeal_days, (select coalesce(json_agg(json_build_object('name', r.name,
        'approver_ids', r.approver_ids, 'matter_manager', r.matter_manager, 'need', r.need,
        'from_total', r.from_total::text, 'currency', r.currency, 'over_budget', r.over_budget,
        'cost_centre_ids', r.cost_centre_ids, 'deadline_days', r.deadline_days, 'escalate_to', r.escalate_to) order by r.position), '[]')
      from invoice_approval_rules r where r.organisation_id = s.organisation_id) as rules
    from invoice_approval_settings s where s.organisation_id = ${organisationId}`.execute(db)
  const [row] = rows
  if (!row) return { version: 0, ownEntriesRefused: false, ...usualDays, rules: [] }
  return {
    version: row.version,
    ownEntriesRefused: row.own_entries_refused,
    answerDays: row.answer_days,
    appealDays: row.appeal_days,
    rules: row.rules.map((rule) => ({
      name: rule.name,
      approverIds: rule.approver_ids,
      matterManager: rule.matter_manager,
      need: rule.need,
      deadline: deadlineOf(rule),
      from:
        rule.from_total === null || rule.currency === null
          ? null
          : { total: rule.from_total, currency: rule.currency },
      overBudget: rule.over_budget,
      costCentreIds: rule.cost_centre_ids,
    })),
  }
}

/** What rules look at. */
export interface Judged {
  /** With tax, as the review leaves it. */
  readonly total: string
  readonly currency: string
  /** Whether the budget of the matter would be exceeded, or cannot be compared. */
  readonly exceedsBudget: boolean
  /** Over which the invoice is allocated, null for a share without one; empty where it is not allocated. */
  readonly costCentreIds: readonly (number | null)[]
}

/** Whether a share is of the cost centres; one without a cost centre may be of any. */
const concerns = (wanted: readonly number[], shares: readonly (number | null)[]): boolean =>
  wanted.length === 0 || shares.length === 0 || shares.some((id) => id === null || wanted.includes(id))

/**
 * The rules that ask for the approval of such an invoice. An amount in another currency than the rule's cannot be
 * compared, so it needs the approval, and so does one that is not allocated: neither is a way around a rule.
 */
export const rulesFor = (
  rules: readonly ApprovalRule[],
  { total, currency, exceedsBudget, costCentreIds }: Judged,
): readonly ApprovalRule[] =>
  rules.filter(
    ({ from, overBudget, costCentreIds: wanted }) =>
      (from === null || from.currency !== currency || compareDecimals(total, from.total) >= 0) &&
      (!overBudget || exceedsBudget) &&
      concerns(wanted, costCentreIds),
  )
