// All texts of approvals.
import { numberText } from '../../../lib/counted.ts'

/** The words of approvals. */
export const approvalTexts = {
  title: 'Approvals',
  one: 'Approval',
  ask: 'Ask for approval',
  askTitle: 'Ask for approval',
  askLead:
    'They are notified, and see the contract from then on. The people required by the rules of this type are asked in any case.',
  approvers: 'Who must approve it',
  inOrder: 'One after the other',
  inOrderHint: 'Otherwise everybody is asked at once.',
  due: 'Answer needed by',
  note: 'Note to the approvers',
  asked: 'Approval asked for',
  remove: (name: string) => `Remove ${name}`,
  none: 'Nobody has been asked to approve this contract',
  noneLead: 'Ask the people who must agree before it is signed.',
  notLoaded: 'The approvals could not be loaded',
  approve: 'Approve',
  approveTitle: 'Approve this contract?',
  approveNote: 'Note (optional)',
  approved: 'Approved',
  decline: 'Decline',
  declineTitle: 'Decline to approve?',
  declineNote: 'Why?',
  declineHint: 'Everybody on the contract sees it.',
  declined: 'Declined',
  delegate: 'Ask somebody else',
  delegateTitle: 'Who decides instead?',
  delegateNote: 'Note (optional)',
  delegateFor: (name: string) => `Instead of ${name}`,
  delegated: (name: string) => `${name} is asked instead`,
  who: 'Person',
  remind: 'Remind',
  reminded: 'Everybody who has not answered has been reminded',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw the request?',
  withdrawn: 'Request withdrawn',
  keep: 'Ask them to confirm',
  keepTitle: 'Ask those who approved to confirm?',
  kept: 'Those who approved are asked to confirm',
  keepOwn: 'Confirm my approval',
  keepOwnTitle: 'Does your approval apply to the contract as it is now?',
  keptOwn: 'Your approval is confirmed',
  restart: 'Ask everybody again',
  restartTitle: 'Ask everybody again?',
  restarted: 'Everybody has been asked again',
  reason: 'Reason',
  reasonHint: 'It stays in the history.',
  changed: (what: string, isOne: boolean) =>
    `${what} ${isOne ? 'has' : 'have'} changed since approval was asked for`,
  changedLead:
    'Nobody can decide, and the contract cannot be signed, until the approvers confirm their decisions or are asked again.',
  changedOwn:
    'You approved what was there before. Confirm your approval if it applies to the contract as it is now.',
  changedWait: 'Somebody who may change the contract has to ask the approvers again.',
  theDocument: 'The document',
  theType: 'The type',
  again: (why: string) => `Asked again: ${why}`,
  before: 'approved it before the change',
  decideFor: (name: string) => `Approve for ${name}`,
  declineFor: (name: string) => `Decline for ${name}`,
  insteadOf: (name: string) => `Instead of ${name}`,
  decidedBy: (name: string) => `by ${name}`,
  version: (version: number) => `Version ${version}`,
  askedBy: (who: string, when: string) => `Asked by ${who} on ${when}`,
  dueOn: (when: string) => `Answer needed by ${when}`,
  step: (name: string, need: string) => `${name} (${need})`,
  oneIsEnough: 'one is enough',
  all: 'all must approve',
  decision: {
    Approved: 'Approved',
    Declined: 'Declined',
    Delegated: 'Delegated',
    Waiting: 'Waiting',
    Later: 'Not asked yet',
    Ended: 'No longer needed',
  } as Readonly<Record<string, string>>,
  handedTo: (name: string) => `to ${name}`,
  earlier: (count: number) => (count === 1 ? 'One earlier request' : `${count} earlier requests`),
  cancel: 'Cancel',
  page: {
    title: 'Approvals',
    waiting: 'Waiting for you',
    waitingNone: 'Nothing is waiting for your approval.',
    asked: 'Waiting for others',
    askedNone: 'Nobody has yet to answer an approval that you asked for.',
    decided: 'Decided by you',
    decidedNone: 'You have not approved or declined anything yet.',
    contract: 'Contract',
    step: 'Step',
    person: 'Asked',
    since: 'Since',
    due: 'By',
    state: 'Decision',
    open: 'Open',
    late: 'late',
    tabs: 'Which approvals',
  },
} as const

/** What leaving Approval withdraws. */
export const leavingTexts = {
  one: (who: string, isPartlyDecided: boolean) =>
    `The request for approval, which waits for ${who === '' ? 'a decision' : who}, will be withdrawn${
      isPartlyDecided ? ', and approvals that were given will not count' : ''
    }. Approval can be asked for again later.`,
  many: (count: number, who: string) =>
    count === 1
      ? `One of them waits for the approval of ${who}. The request will be withdrawn, and approvals that were given will not count.`
      : `${numberText(count)} of them wait for the approval of ${who}. The requests will be withdrawn, and approvals that were given will not count.`,
  others: (count: number) => `${numberText(count)} others`,
  tooLate:
    'Not undone: approval has been asked for in the meantime. To withdraw the request, move the contract back on its page.',
} as const
