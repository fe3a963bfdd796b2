// What each event says, and to whom: the table from events to notifications. A line here and one in
// platform/notified-events.ts add an event. The first rule that names a person is theirs; who did it is never notified,
// nor who does not see the record.
import { bareObject } from '../platform/bare-object.ts'
import { changedTo, invoiceStep, ofEvent } from '../platform/events/notified-events.ts'
import type { InvoiceSide } from '../invoices/notified-invoices.ts'
import type { Concern } from '../platform/subject.ts'
import type { NotificationKind } from './notification.ts'
import { rulesOfOrganisations } from './rules-of-organisations.ts'

/** An event, as far as rules look at it. */
export interface NotifyingEvent {
  readonly name: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Who an event concerns. */
export interface Concerned {
  /** People whom the event names. */
  readonly people?: readonly unknown[]
  /** The owner and the manager of the record. */
  readonly responsible?: boolean
  /** Whether it answers what these people said themselves, whatever else they read. */
  readonly answersThem?: boolean
  /** Of all these, only people of the organisation that the record belongs to. */
  readonly inside?: boolean
  /** Everybody on the record. */
  readonly members?: boolean
  /** Of these, people whom another event of the same change notifies. */
  readonly except?: readonly unknown[]
  /** Of what happens to an invoice: who entered it, and who of the record's people work on invoices for a side. */
  readonly invoice?: { readonly author: boolean; readonly billing: InvoiceSide }
  /** Those who manage the intake of the organisation. */
  readonly intake?: boolean
  /** The administrators of the organisation. */
  readonly administrators?: boolean
  /** Those of the organisation who have allowed the integration. */
  readonly consented?: boolean
}

export interface Rule {
  readonly kind: NotificationKind
  /** What happened: the key of its text in texts.ts. */
  readonly what: string
  readonly to: (event: NotifyingEvent) => Concerned
  /** What the text needs that cannot be read later. */
  readonly keep?: readonly string[]
}

const named =
  (...properties: readonly string[]) =>
  ({ facts }: NotifyingEvent): Concerned => ({
    people: properties.flatMap((name) => facts[name] as readonly unknown[]),
  })

const changed =
  (property: string) =>
  ({ facts }: NotifyingEvent): Concerned => ({ people: [changedTo(facts, property)] })

/** The owner, of what somebody of a law firm does. */
const ownerOf = ({ facts }: NotifyingEvent): Concerned =>
  facts['byFirm'] === true ? { people: [facts['ownerId']] } : {}
const members = (): Concerned => ({ members: true })
const responsible = (): Concerned => ({ responsible: true })
/** Those responsible, without people of law firms. */
const responsibleInside = (): Concerned => ({ responsible: true, inside: true })
const intake = (): Concerned => ({ intake: true })

const assigned = (what: string, to: Rule['to']): Rule => ({ kind: 'assigned', what, to })
const approval = (what: string, to: Rule['to'], ...keep: readonly string[]): Rule => ({
  kind: 'approval',
  what,
  to,
  keep,
})
/** The sender of a request to sign or of a document, and who is responsible for the contract. */
const signature = (what: string, ...keep: readonly string[]): readonly Rule[] =>
  [named('sentBy'), responsible].map((to) => ({ kind: 'signature', what, to, keep }))
const messages: readonly Rule[] = [
  { kind: 'mentioned', what: 'mentioned', to: named('mentions') },
  { kind: 'message', what: 'message', to: members },
]
const status: readonly Rule[] = [
  {
    kind: 'status',
    what: 'status',
    to: ({ facts }) => ({ members: true, except: [facts['toldOtherwise']] }),
    keep: ['from', 'to'],
  },
]
const takenOver: readonly Rule[] = [{ kind: 'assigned', what: 'takenOver', to: members, keep: ['reason'] }]
const lockTaken: readonly Rule[] = [
  { kind: 'assigned', what: 'lockTaken', to: named('takenOverFrom'), keep: ['name'] },
]
const task = { kind: 'assigned', what: 'task' } as const

/** Those who work on invoices for the side that is to go on with an invoice. */
const waitsFor = (billing: InvoiceSide, what: string, ...keep: readonly string[]): readonly Rule[] => [
  { kind: 'invoice', what, to: () => ({ invoice: { author: false, billing } }), keep },
]

/** Those responsible learn of all four; what waits for a side, those who work on invoices there. */
const invoiced = (
  step: NonNullable<ReturnType<typeof invoiceStep>>,
  what: string,
  ...keep: string[]
): Rule => ({
  kind: 'invoice',
  what,
  to: ({ facts }) =>
    invoiceStep(facts) === step
      ? {
          responsible: true,
          invoice: { author: step !== 'posted', billing: step === 'posted' ? 'payer' : 'provider' },
        }
      : {},
  keep,
})

/** What happens to records of every kind, by what follows the kind in the name of the event. */
export const rulesOfRecords: Readonly<Record<string, readonly Rule[]>> = bareObject<readonly Rule[]>({
  created: [assigned('owner', named('ownerId'))],
  updated: [assigned('owner', changed('ownerId'))],
  'member.added': [assigned('member', named('userId'))],
  'status.updated': status,
  takenOver,
  'message.posted': messages,
  'message.edited': [{ kind: 'mentioned', what: 'mentioned', to: named('mentioned') }],
  'file.locked': lockTaken,
})

/** Everything else, by the whole name of the event, and where a kind has more to say than others. */
export const rules: Readonly<Record<string, readonly Rule[]>> = bareObject<readonly Rule[]>({
  'matter.created': [
    assigned('manager', named('managerId')),
    assigned('owner', named('ownerId')),
    {
      kind: 'intake',
      what: 'request',
      to: ({ facts }) => (facts['inIntake'] === true ? { intake: true } : {}),
    },
  ],
  'matter.updated': [
    assigned('manager', changed('managerId')),
    assigned('owner', changed('ownerId')),
    {
      kind: 'intake',
      what: 'request',
      to: ({ facts }) => (changedTo(facts, 'inIntake') === true ? { intake: true } : {}),
    },
  ],
  'matter.member.added': [assigned('member', named('userId')), assigned('firmMemberAdded', ownerOf)],
  'matter.member.removed': [assigned('firmMemberRemoved', ownerOf)],
  'matter.delegates.set': [
    assigned('delegate', ({ facts }) =>
      facts['forOwner'] === true || facts['forManager'] === true ? { people: [facts['userId']] } : {},
    ),
  ],
  'matter.budget.reached': [
    { kind: 'invoice', what: 'budgetReached', to: responsibleInside, keep: ['percent', 'used', 'year'] },
  ],
  'feeArrangement.capReached': [
    { kind: 'invoice', what: 'capReached', to: responsibleInside, keep: ['title', 'used'] },
  ],
  'matter.budget.proposed': [approval('budgetProposed', responsibleInside, 'note')],
  'matter.budget.answered': [
    approval(
      'budgetAnswered',
      ({ facts }) =>
        facts['state'] === 'Withdrawn' ? {} : { people: [facts['proposedBy']], answersThem: true },
      'state',
      'reason',
    ),
  ],
  'matter.scope.proposed': [{ kind: 'approval', what: 'scope', to: responsible }],
  'matterMessage.posted': [{ kind: 'message', what: 'mail', to: members, keep: ['subject'] }],
  'matter.intake.asked': [{ kind: 'question', what: 'asked', to: named('requesterId'), keep: ['question'] }],
  'matter.intake.answered': [
    {
      kind: 'question',
      what: 'answered',
      to: ({ facts }) => ({ people: [facts['askedBy']], answersThem: true }),
      keep: ['answer'],
    },
    { kind: 'question', what: 'answered', to: responsible, keep: ['answer'] },
    { kind: 'intake', what: 'answered', to: intake, keep: ['answer'] },
  ],
  'matter.intake.assigned': [{ kind: 'question', what: 'requestAssigned', to: named('requesterId') }],
  'matter.intake.accepted': [{ kind: 'question', what: 'requestAccepted', to: named('requesterId') }],
  'matter.intake.declined': [
    { kind: 'question', what: 'requestDeclined', to: named('requesterId'), keep: ['reason'] },
  ],
  'matter.intake.undone': [{ kind: 'question', what: 'requestUndone', to: named('requesterId') }],
  'contract.approval.requested': [
    approval('approvalRequested', named('approverIds'), 'step', 'comment'),
    approval('approvalForAnother', named('delegateIds'), 'step', 'comment'),
  ],
  'contract.approval.opened': [approval('approvalForAnother', named('to'), 'step')],
  'contract.approval.delegated': [approval('approvalRequested', named('to'), 'step', 'comment')],
  'contract.approval.reminded': [
    approval('approvalReminded', named('approverIds')),
    approval('approvalReminded', named('delegateIds')),
  ],
  'contract.approval.escalated': [
    approval('approvalEscalated', named('toIds'), 'step', 'due'),
    approval('approvalOverdue', named('startedBy'), 'step', 'due'),
  ],
  'contract.approval.decided': [
    approval('approvalDecided', named('startedBy'), 'decision', 'comment'),
    approval('approvalDecided', responsible, 'decision', 'comment'),
  ],
  'contract.approval.ended': [
    approval('approvalEnded', named('startedBy'), 'outcome', 'reason'),
    approval('approvalEnded', responsible, 'outcome', 'reason'),
  ],
  'contract.signature.declined': signature('signatureDeclined', 'signer', 'reason'),
  'contract.signature.expired': signature('signatureExpired'),
  'contract.signature.completed': signature('signatureCompleted'),
  'contract.signature.voided': signature('signatureVoided', 'service', 'reason'),
  'contract.signature.handedOver': signature('signatureHandedOver', 'signer', 'to', 'reason'),
  'contract.document.locked': lockTaken,
  'contract.document.opened': [
    { kind: 'signature', what: 'documentOpened', to: named('sentBy'), keep: ['person'] },
  ],
  'contract.document.returned': signature('documentReturned', 'person', 'name', 'untracked'),
  'contract.share.commented': signature('documentCommented', 'person'),
  'contract.keydate.reminder': [
    {
      kind: 'reminder',
      what: 'keyDate',
      to: ({ facts }) =>
        typeof facts['ownerId'] === 'string' ? { people: [facts['ownerId']] } : { responsible: true },
      keep: ['name', 'date', 'days'],
    },
  ],
  'contract.expiry.reminder': [
    { kind: 'reminder', what: 'expiry', to: named('ownerId'), keep: ['expiry', 'days'] },
  ],
  'invoice.status.updated': [
    invoiced('posted', 'invoicePosted'),
    invoiced('approved', 'invoiceApproved'),
    invoiced('declined', 'invoiceDeclined', 'changes'),
    invoiced('paid', 'invoicePaid'),
  ],
  'invoiceExchange.asked': waitsFor('provider', 'invoiceAsked', 'due'),
  'invoiceExchange.answered': waitsFor('payer', 'invoiceAnswered'),
  'invoiceExchange.decided': waitsFor('provider', 'invoiceDecisions', 'due'),
  'invoiceExchange.accepted': waitsFor('payer', 'invoiceAccepted'),
  'invoiceExchange.appealed': waitsFor('payer', 'invoiceAppealed'),
  'invoiceExchange.appealsDecided': waitsFor('provider', 'invoiceAppealsDecided'),
  'invoiceExchange.reminded': waitsFor('provider', 'invoiceReminder', 'due'),
  'invoiceApproval.requested': [
    approval('invoiceApprovalRequested', named('approverIds'), 'step', 'comment'),
    approval('invoiceApprovalForAnother', named('delegateIds'), 'step', 'comment'),
  ],
  'invoiceApproval.reminded': [
    approval('invoiceApprovalReminded', named('approverIds')),
    approval('invoiceApprovalReminded', named('delegateIds')),
  ],
  'invoiceApproval.escalated': [
    approval('invoiceApprovalEscalated', named('toIds'), 'step', 'due'),
    approval('invoiceApprovalOverdue', named('startedBy'), 'step', 'due'),
  ],
  'invoiceApproval.decided': [
    approval('invoiceApprovalDecided', named('startedBy'), 'step', 'decision', 'comment'),
  ],
  'invoiceApproval.ended': [approval('invoiceApprovalEnded', named('startedBy'), 'outcome', 'reason')],
  'task.created': [{ ...task, to: named('assigneeId'), keep: ['name'] }],
  'task.updated': [{ ...task, to: changed('assigneeId') }],
  'task.due': [
    { kind: 'taskDue', what: 'taskDue', to: named('assigneeId'), keep: ['name', 'due'] },
    {
      kind: 'taskDue',
      what: 'taskDue',
      to: ({ facts }) => (typeof facts['assigneeId'] === 'string' ? {} : { responsible: true }),
      keep: ['name', 'due'],
    },
  ],
})

/** The rules for an event, in their order. */
export const rulesFor = (name: string, subject: Pick<Concern, 'kind'>): readonly Rule[] =>
  (subject.kind === 'organisation'
    ? rulesOfOrganisations[name]
    : ofEvent({ name, kind: subject.kind }, rules, rulesOfRecords)) ?? []
