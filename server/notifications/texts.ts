// The text of each notification: one sentence of what happened; the record is shown beside it.
import { bareObject } from '../platform/bare-object.ts'
import { clipped } from '../platform/errors.ts'
import { changedTo } from '../platform/events/notified-events.ts'
import { dayText } from '../platform/time/written-times.ts'
import type { NamedInvoice } from '../invoices/notified-invoices.ts'
import type { Notification } from './notification.ts'

/** What is read with a notification, as far as it is still there. */
export interface Known {
  /** Who did it. */
  readonly by: string | undefined
  readonly task: string | undefined
  /** The beginning of the message. */
  readonly message: string | undefined
  readonly invoice: NamedInvoice | undefined
  /** What the status that it came to is called on the record. */
  readonly status?: string | undefined
  /** The person whose account it is about. */
  readonly person?: string | undefined
  /** The language in which the reader writes days. */
  readonly locale?: string | undefined
}

interface Context extends Known {
  readonly who: string
  readonly facts: Readonly<Record<string, unknown>>
}

const longest = 200

const factIn = ({ facts }: Context, name: string): string => lineOf(facts[name])
/** A day as the reader writes days; what is none stays as it is. */
const dayIn = (context: Context, name: string): string => {
  const text = factIn(context, name)
  return /^\d{4}-\d\d-\d\d/.test(text) ? dayText(text, context.locale) : text
}
const lineOf = (value: unknown): string =>
  typeof value === 'string' ? clipped(value.replaceAll(/\s+/g, ' ').trim(), longest) : ''
/** In quotation marks after a colon, or nothing. */
const quoted = (text: string | undefined) => (text ? `: “${text}”` : '')
/** How many changes came back that are not among the tracked ones. */
const untrackedIn = ({ facts: { untracked } }: Context): string =>
  typeof untracked !== 'number' || untracked === 0
    ? ''
    : untracked === 1
      ? '. 1 change was not tracked.'
      : `. ${untracked} changes were not tracked.`
const taskOf = (context: Context) => {
  const name = context.task ?? factIn(context, 'name')
  return name === '' ? 'a task' : `the task “${clipped(name, longest)}”`
}
const invoiceOf = ({ invoice }: Context) =>
  invoice ? `the invoice ${invoice.number} (${invoice.total})` : 'an invoice'
/** Who changed something about the security of the organisation: what no person did is done by command. */
const administratorOf = ({ who, by }: Context) => (by === undefined ? 'The operator' : who)
const statusOf = (context: Context) => context.status ?? factIn(context, 'to')

const texts: Readonly<Record<string, (context: Context) => string>> = bareObject<
  (context: Context) => string
>({
  owner: ({ who }) => `${who} made you the owner.`,
  manager: ({ who }) => `${who} made you the manager.`,
  member: ({ who }) => `${who} added you.`,
  takenOver: (context) =>
    `${context.who} took it over, because no one could open it${quoted(factIn(context, 'reason'))}`,
  lockTaken: (context) =>
    `${context.who} took over the editing of ${factIn(context, 'name') || 'a document'}. What you have edited is kept as your draft.`,
  firmMemberAdded: ({ who }) => `${who} added a colleague from their firm.`,
  firmMemberRemoved: ({ who }) => `${who} removed a colleague from their firm.`,
  delegate: ({ who }) => `${who} made you a delegate.`,
  request: ({ who }) => `${who} submitted a request; it is waiting in intake.`,
  budgetReached: (context) => {
    const year = factIn(context, 'year')
    const budget = year === '' ? 'the budget' : `the budget for ${year}`
    return `${factIn(context, 'used')} % of ${budget} is used (alert at ${factIn(context, 'percent')} %).`
  },
  capReached: (context) =>
    `${factIn(context, 'used')} % of the cap on fees “${factIn(context, 'title')}” is used.`,
  budgetProposed: (context) => `${context.who} proposed a budget${quoted(factIn(context, 'note'))}`,
  budgetAnswered: (context) => {
    const how = factIn(context, 'state') === 'Approved' ? 'approved' : 'declined'
    return `${context.who} ${how} the budget that you proposed${quoted(factIn(context, 'reason'))}`
  },
  scope: ({ who }) => `${who} proposed a scope.`,
  status: (context) =>
    context.by === undefined
      ? `The status is now ${statusOf(context)}.`
      : `${context.who} changed the status to ${statusOf(context)}.`,
  mail: (context) =>
    `${context.who} added an email to the conversation${quoted(factIn(context, 'subject'))}.`,
  message: ({ who, message }) => `${who} wrote${quoted(message)}`,
  mentioned: ({ who, message }) => `${who} mentioned you${quoted(message)}`,
  asked: (context) =>
    `${context.who} has a question about your request${quoted(factIn(context, 'question'))}`,
  answered: (context) => `${context.who} answered${quoted(factIn(context, 'answer'))}`,
  requestAssigned: ({ who }) => `${who} assigned your request.`,
  requestAccepted: ({ who }) => `${who} accepted your request.`,
  requestUndone: ({ who }) => `${who} took back what was decided on your request: it waits again.`,
  requestDeclined: (context) => `${context.who} declined your request${quoted(factIn(context, 'reason'))}`,
  approvalRequested: (context) => `Your approval is needed${quoted(factIn(context, 'step'))}`,
  approvalForAnother: (context) =>
    `An approval is needed that you decide on as a delegate${quoted(factIn(context, 'step'))}`,
  approvalReminded: ({ who, by }) =>
    by === undefined
      ? 'Your approval is needed by the end of today.'
      : `${who} sent a reminder: your approval is still needed.`,
  approvalEscalated: (context) =>
    `An approval was due on ${dayIn(context, 'due')}, and you can decide on it${quoted(factIn(context, 'step'))}`,
  approvalOverdue: (context) =>
    `The approval was due on ${dayIn(context, 'due')}, and somebody else was asked to decide${quoted(factIn(context, 'step'))}`,
  approvalDecided: (context) =>
    factIn(context, 'decision') === 'Declined'
      ? `${context.who} declined to approve${quoted(factIn(context, 'comment'))}`
      : `${context.who} approved${quoted(factIn(context, 'comment'))}`,
  approvalEnded: (context) => {
    const outcome = factIn(context, 'outcome')
    if (outcome === 'Approved') return 'The approval is complete.'
    const how = outcome === 'Withdrawn' ? 'was withdrawn' : 'was declined'
    return `The approval ${how}${quoted(factIn(context, 'reason'))}`
  },
  signatureDeclined: (context) =>
    `${factIn(context, 'signer') || 'A signer'} declined to sign${quoted(factIn(context, 'reason'))}`,
  signatureExpired: () => 'The request to sign expired before everybody had signed.',
  signatureHandedOver: (context) =>
    `${factIn(context, 'signer')} handed over to ${factIn(context, 'to')}${quoted(factIn(context, 'reason'))}`,
  signatureVoided: (context) =>
    `The request to sign was ended at ${factIn(context, 'service')}${quoted(factIn(context, 'reason'))}`,
  signatureCompleted: () => 'Everybody has signed.',
  documentOpened: (context) => `${factIn(context, 'person')} opened the document.`,
  documentReturned: (context) =>
    `${factIn(context, 'person')} returned a version${quoted(factIn(context, 'name'))}${untrackedIn(context)}`,
  documentCommented: (context) => `${factIn(context, 'person')} commented${quoted(context.message)}`,
  invoicePosted: (context) => `${context.who} posted ${invoiceOf(context)}.`,
  invoiceApproved: (context) => {
    const { reducedFees } = context.invoice ?? {}
    return `${context.who} approved ${invoiceOf(context)}${reducedFees ? `, with ${reducedFees} in fees` : ''}.`
  },
  invoiceDeclined: (context) =>
    `${context.who} declined ${invoiceOf(context)}${quoted(lineOf(changedTo(context.facts, 'declinedBecause')))}`,
  invoicePaid: (context) => `${context.who} marked ${invoiceOf(context)} as paid.`,
  invoiceAsked: (context) =>
    `${context.who} has questions about ${invoiceOf(context)}. Answer them until ${dayIn(context, 'due')}.`,
  invoiceAnswered: (context) => `${context.who} answered your questions about ${invoiceOf(context)}.`,
  invoiceDecisions: (context) =>
    `${context.who} sent the decisions on ${invoiceOf(context)}. Accept them or appeal until ${dayIn(context, 'due')}.`,
  invoiceAccepted: (context) => `${context.who} accepted the decisions on ${invoiceOf(context)}.`,
  invoiceAppealed: (context) => `${context.who} appealed against decisions on ${invoiceOf(context)}.`,
  invoiceAppealsDecided: (context) => `${context.who} decided on your appeal about ${invoiceOf(context)}.`,
  invoiceReminder: (context) =>
    `Reminder: ${invoiceOf(context)} waits for your answer until the end of ${dayIn(context, 'due')}.`,
  invoiceApprovalRequested: (context) =>
    `Your approval of ${invoiceOf(context)} is needed${quoted(factIn(context, 'step'))}`,
  invoiceApprovalForAnother: (context) =>
    `An approval of ${invoiceOf(context)} is needed that you decide on as a delegate${quoted(factIn(context, 'step'))}`,
  invoiceApprovalReminded: (context) =>
    `Your approval of ${invoiceOf(context)} is needed by the end of today.`,
  invoiceApprovalEscalated: (context) =>
    `The approval of ${invoiceOf(context)} was due on ${dayIn(context, 'due')}, and you can decide on it${quoted(factIn(context, 'step'))}`,
  invoiceApprovalOverdue: (context) =>
    `The approval of ${invoiceOf(context)} was due on ${dayIn(context, 'due')}, and somebody else was asked to decide${quoted(factIn(context, 'step'))}`,
  invoiceApprovalDecided: (context) =>
    factIn(context, 'decision') === 'Declined'
      ? `${context.who} declined to approve ${invoiceOf(context)}${quoted(factIn(context, 'comment'))}`
      : `${context.who} approved ${invoiceOf(context)} in the step “${factIn(context, 'step')}”.`,
  invoiceApprovalEnded: (context) => {
    const outcome = factIn(context, 'outcome')
    if (outcome === 'Approved') return `Everybody who was asked has approved ${invoiceOf(context)}.`
    const how = outcome === 'Withdrawn' ? 'withdrawn' : 'declined'
    return `The approval of ${invoiceOf(context)} was ${how}${quoted(factIn(context, 'reason'))}`
  },
  keyDate: (context) => `Reminder: ${factIn(context, 'name') || 'a key date'} on ${dayIn(context, 'date')}.`,
  expiry: (context) =>
    context.facts['days'] === 0
      ? 'Reminder: it expires today.'
      : `Reminder: it ${Number(context.facts['days']) < 0 ? 'expired' : 'expires'} on ${dayIn(context, 'expiry')}.`,
  task: (context) => `${context.who} assigned ${taskOf(context)} to you.`,
  breakGlassUsed: (context) =>
    `Somebody signed in with the break-glass account (${context.person ?? 'deleted'}), from the address ${factIn(context, 'address')}.`,
  factorsReset: (context) =>
    `${administratorOf(context)} removed the second factor of ${context.person ?? 'somebody'}.`,
  signInPolicyChanged: (context) => `${administratorOf(context)} changed what is demanded at sign-in.`,
  identityProviderSet: (context) =>
    `${administratorOf(context)} set the identity provider ${factIn(context, 'issuer')}: people sign in there.`,
  identityProviderRemoved: (context) =>
    `${administratorOf(context)} removed the identity provider ${factIn(context, 'issuer')}.`,
  passwordSignInSet: (context) =>
    `${administratorOf(context)} ${context.facts['allowed'] === false ? 'turned passwords off' : 'allowed passwords'}.`,
  provisioningTokenCreated: (context) =>
    `${administratorOf(context)} made a token for provisioning people${quoted(factIn(context, 'name'))}.`,
  takenFromYou: (context) =>
    `${context.who} took over what you were responsible for${quoted(factIn(context, 'reason'))}`,
  consentOutdated: (context) =>
    `${context.who} ${factIn(context, 'because') === 'secret' ? 'made a new secret of' : 'changed the addresses of'} the integration ${factIn(context, 'client')}, which you have allowed. It asks you again.`,
  taskDue: (context) => `Due on ${dayIn(context, 'due')}: ${taskOf(context)}.`,
})

/** Every text there is, by what happened. */
export const textNames: readonly string[] = Object.keys(texts)

/** The sentence of a notification; of one that a later version stored, at least that something happened. */
export function textOf({ what, facts }: Pick<Notification, 'what' | 'facts'>, known: Known): string {
  const context = { ...known, facts, who: known.by ?? 'Someone' }
  return texts[what]?.(context) ?? 'Something happened here.'
}
