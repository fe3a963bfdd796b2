// The events that people are notified of, in the app and by mail. A transaction stores a dispatch for each of them;
// what it says and to whom is the table of server/notifications/rules.ts, which has one entry for each name here.
import { bareObject } from '../bare-object.ts'
import type { SubjectKind } from '../subject.ts'
import type { DomainEvent } from './change.ts'

type Facts = NonNullable<DomainEvent['facts']>

/** Whether an event with these facts, of something done by this person, concerns anybody else. */
type Concerns = (facts: Facts, by: string | null) => boolean

const always: Concerns = () => true

/** Who is named by a property in the changes of an update. */
export function changedTo(facts: Facts, property: string): unknown {
  const changes = facts['changes'] as
    | Readonly<Record<string, { readonly to?: unknown } | undefined>>
    | undefined
  return changes?.[property]?.to
}

/** What people are notified of that happened to an invoice, by the facts of a change of its status. */
export function invoiceStep(facts: Facts): 'posted' | 'approved' | 'declined' | 'paid' | undefined {
  const { status } = facts['changes'] as Readonly<
    Record<string, { from?: unknown; to?: unknown } | undefined>
  >
  switch (status?.to) {
    case 'Posted':
      return 'posted'
    case 'Approved':
      // not one whose payment was a mistake
      return status.from === 'Paid' ? undefined : 'approved'
    case 'Declined':
      return 'declined'
    case 'Paid':
      return 'paid'
    default:
      return undefined
  }
}

const isOther = (userId: unknown, by: string | null) => typeof userId === 'string' && userId !== by

const namesOther =
  (...properties: readonly string[]): Concerns =>
  (facts, by) =>
    properties.some((name) => isOther(facts[name], by))

const changesOther =
  (...properties: readonly string[]): Concerns =>
  (facts, by) =>
    properties.some((name) => isOther(changedTo(facts, name), by))

/** Of what happens to records of every kind: by what follows the kind in the name of the event. */
export const notifiedOfRecords: Readonly<Record<string, Concerns>> = bareObject<Concerns>({
  created: namesOther('ownerId'),
  updated: changesOther('ownerId'),
  'member.added': namesOther('userId'),
  'status.updated': always,
  takenOver: always,
  'message.posted': always,
  'message.edited': always,
  'file.locked': namesOther('takenOverFrom'),
})

/**
 * Of everything else, by the whole name of the event, and where a kind has more to say than others: a line adds one.
 * Checked before anything is stored, so that most changes cost nothing.
 */
export const notifiedEvents: Readonly<Record<string, Concerns>> = bareObject<Concerns>({
  'matter.created': (facts, by) =>
    facts['inIntake'] === true || namesOther('ownerId', 'managerId')(facts, by),
  'matter.updated': (facts, by) =>
    changedTo(facts, 'inIntake') === true || changesOther('ownerId', 'managerId')(facts, by),
  'matter.member.added': namesOther('userId'),
  'matter.member.removed': ({ byFirm }) => byFirm === true,
  'matter.delegates.set': namesOther('userId'),
  'matter.scope.proposed': always,
  'matter.budget.answered': namesOther('proposedBy'),
  'matter.budget.proposed': always,
  'matter.budget.reached': always,
  'feeArrangement.capReached': always,
  'matterMessage.posted': always,
  'matter.intake.asked': always,
  'matter.intake.answered': always,
  'matter.intake.assigned': always,
  'matter.intake.accepted': always,
  'matter.intake.declined': always,
  'matter.intake.undone': always,
  'contract.approval.requested': always,
  'contract.approval.escalated': always,
  'contract.approval.reminded': always,
  'contract.approval.decided': always,
  'contract.approval.delegated': namesOther('to'),
  'contract.approval.ended': always,
  'contract.approval.opened': always,
  'contract.signature.declined': always,
  'contract.signature.expired': always,
  'contract.signature.completed': always,
  'contract.signature.handedOver': always,
  // at a service elsewhere, by nobody of the organisation
  'contract.signature.voided': (facts) => facts['service'] !== undefined,
  'contract.document.locked': namesOther('takenOverFrom'),
  'contract.document.opened': always,
  'contract.document.returned': always,
  'contract.share.commented': always,
  'contract.keydate.reminder': always,
  'contract.expiry.reminder': always,
  'invoice.status.updated': (facts) => invoiceStep(facts) !== undefined,
  'invoiceExchange.accepted': always,
  'invoiceExchange.answered': always,
  'invoiceExchange.appealed': always,
  'invoiceExchange.appealsDecided': always,
  'invoiceExchange.asked': always,
  'invoiceExchange.decided': always,
  'invoiceExchange.reminded': always,
  'invoiceApproval.decided': always,
  'invoiceApproval.ended': always,
  'invoiceApproval.escalated': always,
  'invoiceApproval.reminded': always,
  'invoiceApproval.requested': always,
  'task.created': namesOther('assigneeId'),
  'task.updated': changesOther('assigneeId'),
  'task.due': always,
})

/**
 * Of what concerns the sign-in of a whole organisation, of which its administrators are notified, and people of it what
 * concerns what they have allowed. What people change of their own factors is mailed to them alone.
 */
export const notifiedOfOrganisations: Readonly<Record<string, Concerns>> = bareObject<Concerns>({
  'user.break-glass.signed-in': always,
  'user.factors.reset': always,
  'sign-in-policy.updated': always,
  'identity-provider.set': always,
  'identity-provider.enabled': always,
  'identity-provider.disabled': always,
  'identity-provider.removed': always,
  'password-sign-in.set': always,
  'provisioning-token.created': always,
  'consent.outdated': always,
  // to oneself
  'user.handedOver': ({ to }, by) => to === by,
})

/** What a table by names of events has for this one, else what the table of all records has. */
export function ofEvent<Entry>(
  { name, kind }: { readonly name: string; readonly kind: SubjectKind },
  byName: Readonly<Record<string, Entry>>,
  ofRecords: Readonly<Record<string, Entry>>,
): Entry | undefined {
  return byName[name] ?? (name.startsWith(`${kind}.`) ? ofRecords[name.slice(kind.length + 1)] : undefined)
}

/** Whether somebody may have to be notified of the event. */
export function mayNotify({ name, facts = {}, subject }: DomainEvent, by: string | null): boolean {
  if (subject === null) return notifiedOfOrganisations[name]?.(facts, by) ?? false
  return ofEvent({ name, kind: subject.kind }, notifiedEvents, notifiedOfRecords)?.(facts, by) ?? false
}
