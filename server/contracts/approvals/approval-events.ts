// The events of approvals: history, and what people and subscribers are notified of.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { EventName } from '../../platform/events/event-names.ts'
import type { Escalated } from '../../records/approvals/deadlines.ts'
import type { Approval, Step } from './approval.ts'

type Of = Pick<Approval, 'organisationId' | 'id' | 'contractId'>

const about = (
  name: Extract<EventName, `contract.approval.${string}`>,
  { organisationId, id, contractId }: Of,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'approval', id },
  subject: { kind: 'contract', id: contractId },
  facts: { approvalId: id, ...facts },
})

/**
 * People are asked to decide: once for each step that comes up. `approverIds` are those to notify, and those who decide
 * for them now by `delegates`.
 */
export const approvalRequested = (
  approval: Of & Pick<Approval, 'due' | 'comment'>,
  steps: readonly Pick<Step, 'name' | 'approvers'>[],
  delegates: ReadonlyMap<string, string>,
): readonly DomainEvent[] =>
  steps.map(({ name, approvers }) =>
    about('contract.approval.requested', approval, {
      step: name,
      approverIds: approvers.map(({ userId }) => userId),
      delegateIds: approvers.flatMap(({ userId }) => delegates.get(userId) ?? []),
      due: approval.due,
      comment: approval.comment,
    }),
  )

interface Decided {
  readonly step: string
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** The approver for whom somebody decided, and as what. */
  readonly insteadOf?: string
  readonly as?: 'Delegate' | 'Administrator' | 'Escalation'
  /** Absent for a decision in the app. */
  readonly from?: 'Mail'
}

/** Somebody approved or declined a step; `startedBy` is the person to notify. */
export const approvalDecided = (
  approval: Of & Pick<Approval, 'startedBy'>,
  { step, decision, comment, insteadOf, as, from }: Decided,
): DomainEvent =>
  about('contract.approval.decided', approval, {
    step,
    decision,
    comment,
    startedBy: approval.startedBy,
    ...(insteadOf === undefined ? {} : { insteadOf, as }),
    ...(from === undefined ? {} : { answeredFrom: from }),
  })

/** The approval came to its end: approved by all, declined by one, or withdrawn. */
export const approvalEnded = (
  approval: Of & Pick<Approval, 'startedBy'>,
  outcome: 'Approved' | 'Declined' | 'Withdrawn',
  reason: string | null = null,
): DomainEvent =>
  about('contract.approval.ended', approval, { outcome, reason, startedBy: approval.startedBy })

interface Delegation {
  readonly step: string
  readonly from: string
  readonly to: string
  readonly comment: string | null
}

/** An approver, or somebody for them, handed the decision to another person, who is to be notified. */
export const approvalDelegated = (approval: Of, delegation: Delegation): DomainEvent =>
  about('contract.approval.delegated', approval, { ...delegation })

/** What waits for an approver who is away was opened to the person who decides for them. */
export const approvalOpened = (
  approval: Of,
  opened: { readonly step: string; readonly from: string; readonly to: string },
): DomainEvent => about('contract.approval.opened', approval, { ...opened })

/** Those whose decision is waited for are reminded, and those who decide for them. */
export const approvalReminded = (
  approval: Of,
  approverIds: readonly string[],
  delegateIds: readonly string[],
): DomainEvent => about('contract.approval.reminded', approval, { approverIds, delegateIds })

/** What is approved changed, and those who approved are asked to confirm their decisions. */
export const approvalKept = (
  approval: Of,
  kept: {
    readonly from: number
    readonly to: number
    readonly changed: string
    readonly reason: string
  },
): DomainEvent => about('contract.approval.kept', approval, { ...kept })

/** The deadline of a step has passed: `to` can decide for the approvers, or the administrators if it is null. */
export const approvalEscalated = (
  approval: Of & Pick<Approval, 'startedBy'>,
  escalated: Escalated,
): DomainEvent =>
  about('contract.approval.escalated', approval, { ...escalated, startedBy: approval.startedBy })
