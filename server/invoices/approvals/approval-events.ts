// The events of approvals of invoices: history of the organisation that pays, and what its people are notified of.
import { kinds } from '../../records/kinds.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { EventName } from '../../platform/events/event-names.ts'
import type { Escalated } from '../../records/approvals/deadlines.ts'
import type { Round, Step } from './approval.ts'

/** The invoice and its matter. */
export interface OnInvoice {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
}

const about = (
  name: Extract<EventName, `invoiceApproval.${string}`>,
  { organisationId, id, matterId }: OnInvoice,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  // not `invoice`: law firms see their invoices, and not who approves them
  resource: { kind: 'invoiceApproval', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts,
})

/** People are asked to decide; `delegates` decide for some of them today. */
export const approvalRequested = (
  invoice: OnInvoice,
  { comment }: Pick<Round, 'comment'>,
  { name, approvers }: Pick<Step, 'name' | 'approvers'>,
  delegates: ReadonlyMap<string, string>,
): DomainEvent => {
  const approverIds = approvers.flatMap(({ userId, decision }) => (decision === null ? userId : []))
  const delegateIds = [...new Set(delegates.values())]
  return about('invoiceApproval.requested', invoice, { step: name, comment, approverIds, delegateIds })
}

interface Decided {
  readonly step: string
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** The approver for whom somebody else decided, and as what. */
  readonly insteadOf?: string
  readonly as?: 'Delegate' | 'Administrator' | 'Escalation'
  /** Absent for a decision in the app. */
  readonly answeredFrom?: 'Mail'
}

/** Somebody approved or declined a step. */
export const approvalDecided = (
  invoice: OnInvoice,
  { startedBy }: Pick<Round, 'startedBy'>,
  decided: Decided,
): DomainEvent => about('invoiceApproval.decided', invoice, { ...decided, startedBy })

/** Those whose decision is waited for are reminded, and those who decide for them. */
export const approvalReminded = (
  invoice: OnInvoice,
  approverIds: readonly string[],
  delegateIds: readonly string[],
): DomainEvent => about('invoiceApproval.reminded', invoice, { approverIds, delegateIds })

/** The deadline of a step has passed: somebody else can decide for its approvers. */
export const approvalEscalated = (
  invoice: OnInvoice,
  { startedBy }: Pick<Round, 'startedBy'>,
  escalated: Escalated,
): DomainEvent => about('invoiceApproval.escalated', invoice, { ...escalated, startedBy })

/** The round has ended. */
export const approvalEnded = (
  invoice: OnInvoice,
  { startedBy }: Pick<Round, 'startedBy'>,
  outcome: 'Approved' | 'Declined' | 'Withdrawn',
  reason: string | null = null,
): DomainEvent => about('invoiceApproval.ended', invoice, { outcome, reason, startedBy })
