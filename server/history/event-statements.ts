// Events that say what was decided, asked or switched without a pair of values: which of their facts are shown. All
// of it can be read by those who read the history, in the approvals, the request or the features themselves.
import { bareObject } from '../platform/bare-object.ts'
import { kinds } from '../records/kinds.ts'
import type { StoredChange } from './event-changes.ts'

type Facts = Readonly<Record<string, unknown>>
type Describe = (facts: Facts) => readonly StoredChange[]

const stated = (name: string, label: string, to: unknown): readonly StoredChange[] =>
  to === null || to === undefined ? [] : [{ name, property: name, label, as: 'text', from: null, to }]

const person = (name: string, label: string, to: unknown): readonly StoredChange[] =>
  to === null || to === undefined ? [] : [{ name, property: name, label, as: 'user', from: null, to }]

/** Facts by their names, with labels. */
const facts =
  (labels: Readonly<Record<string, string>>): Describe =>
  (given) =>
    Object.entries(labels).flatMap(([name, label]) => stated(name, label, given[name]))

const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : null

const labelsIn = (options: unknown): unknown =>
  Array.isArray(options)
    ? options.map((option: unknown) =>
        typeof option === 'object' && option !== null && 'label' in option ? option.label : null,
      )
    : undefined

const signedCopy = facts({
  signatories: 'Signed by',
  version: 'Version',
  sha256: 'SHA-256 of the signed copy',
  service: 'Signing service',
})

const renewal = facts({
  decision: 'Decision',
  expiry: 'Expiry',
  renewedUntil: 'Renewed until',
  reason: 'Reason',
})

/** Of approvals of contracts as of invoices. */
const decided: Describe = (given) => [
  ...facts({ step: 'Step', decision: 'Decision', comment: 'Comment' })(given),
  ...person('insteadOf', 'On behalf of', given['insteadOf']),
  ...stated('as', 'As', given['as']),
  ...stated('answeredFrom', 'Answered from', given['answeredFrom']),
]

const escalated: Describe = (given) => [
  ...facts({ step: 'Step', due: 'Due' })(given),
  ...(given['to'] === null
    ? stated('to', 'Escalated to', 'Administrators')
    : person('to', 'Escalated to', given['to'])),
]

const descriptions = bareObject<Describe>({
  'contract.facts.asked': facts({ host: 'Service', version: 'Version' }),
  'contract.approval.requested': facts({ step: 'Step', due: 'Due', comment: 'Comment' }),
  'contract.approval.decided': decided,
  'matter.invoice.export.created': facts({ invoice: 'Invoice', export: 'Export', note: 'Note' }),
  'matter.invoice.export.acknowledged': facts({
    invoice: 'Invoice',
    export: 'Export',
    reference: 'Reference',
  }),
  'matter.invoice.export.withdrawn': facts({ invoice: 'Invoice', export: 'Export', reason: 'Reason' }),
  'matter.invoice.payment.recorded': facts({
    invoice: 'Invoice',
    amount: 'Amount',
    paid: 'Paid on',
    retainer: 'From the retainer',
    reference: 'Reference',
    note: 'Note',
  }),
  'matter.invoice.payment.withdrawn': facts({ invoice: 'Invoice', amount: 'Amount', reason: 'Reason' }),
  'invoice.credited': facts({ invoice: 'Invoice', creditNote: 'Credit note', credited: 'Credited in all' }),
  'invoiceExchange.asked': facts({ lines: 'Lines', due: 'Last day' }),
  'invoiceExchange.answered': facts({ lines: 'Lines', files: 'Files' }),
  'invoiceExchange.decided': facts({ lines: 'Lines', due: 'Last day', note: 'Note' }),
  'invoiceExchange.appealed': facts({
    lines: 'Lines',
    whole: 'Reduction of the whole',
    files: 'Files',
  }),
  'invoiceExchange.appealsDecided': facts({
    lines: 'Lines',
    restored: 'Restored',
    whole: 'Reduction of the whole',
  }),
  'invoiceExchange.reminded': facts({ due: 'Last day' }),
  'invoiceApproval.requested': facts({ step: 'Step', comment: 'Comment' }),
  'invoiceApproval.decided': decided,
  'invoiceApproval.escalated': escalated,
  'invoiceApproval.ended': facts({ outcome: 'Outcome', reason: 'Reason' }),
  'purchaseOrder.exceeded': facts({
    invoice: 'Invoice',
    purchaseOrder: 'Purchase order',
    approved: 'Approved in all',
    exceededBy: 'Exceeded by',
  }),
  'matter.budget.reached': facts({ percent: 'Alert at percent', used: 'Used, percent', year: 'Fiscal year' }),
  'matter.budget.proposed': facts({ note: 'Note' }),
  'feeArrangement.capReached': facts({ title: 'Cap', used: 'Used, percent' }),
  'feeArrangement.moved': facts({
    title: 'Retainer',
    kind: 'Kind',
    amount: 'Amount',
    reference: 'Reference',
  }),
  'feeArrangement.movementWithdrawn': facts({
    title: 'Retainer',
    kind: 'Kind',
    amount: 'Amount',
    reason: 'Reason',
  }),
  'feeArrangement.outcomeSet': facts({
    title: 'Success fee',
    outcome: 'Outcome',
    day: 'Day',
    fee: 'Due',
    reason: 'Reason',
  }),
  'feeArrangement.set': facts({ title: 'Fee arrangement', firm: 'Law firm', reason: 'Reason' }),
  'matter.budget.answered': facts({ state: 'Outcome', reason: 'Reason' }),
  'contract.approval.ended': facts({ outcome: 'Outcome', reason: 'Reason' }),
  'contract.approval.opened': (given) => [
    ...stated('step', 'Step', given['step']),
    ...person('from', 'Approver', given['from']),
    ...person('to', 'Delegate', given['to']),
  ],
  'contract.approval.escalated': escalated,
  'contract.approval.delegated': (given) => [
    ...stated('step', 'Step', given['step']),
    {
      name: 'approver',
      property: 'approver',
      label: 'Approver',
      as: 'user',
      from: given['from'],
      to: given['to'],
    },
    ...stated('comment', 'Comment', given['comment']),
  ],
  'contract.approval.kept': (given) => [
    ...(given['from'] === given['to']
      ? []
      : [
          {
            name: 'version',
            property: 'version',
            label: 'Version',
            as: 'text' as const,
            from: given['from'],
            to: given['to'],
          },
        ]),
    ...stated('changed', 'Changed', given['changed']),
    ...stated('reason', 'Reason', given['reason']),
  ],
  'contract.correction.begun': facts({ reason: 'Reason' }),
  'contract.expiry.amended': (given) => [
    {
      name: 'amendment',
      property: 'amendment',
      label: 'Amendment',
      as: kinds.contract.one,
      from: null,
      to: given['amendment'],
    },
    { name: 'expiry', property: 'expiry', label: 'Expiry', as: 'text', from: given['from'], to: given['to'] },
  ],
  'contract.renewal.decided': renewal,
  'contract.renewal.withdrawn': renewal,
  'contract.signedCopy.recorded': signedCopy,
  // until signing here had an event of its own for it, that of the signed copy
  'contract.signature.completed': signedCopy,
  'contract.signature.sent': facts({
    signers: 'Signers',
    madeFixed: 'Made fixed: before, it had',
    version: 'Version',
    expires: 'Last day',
    service: 'Signing service',
  }),
  'contract.signingPacket.made': facts({ version: 'Version', signers: 'Signers' }),
  'contract.signature.viewed': facts({
    signer: 'Signer',
    sha256: 'SHA-256 of what was shown',
    service: 'Signing service',
  }),
  'contract.signature.signed': facts({
    confirmedWith: 'Confirmed with',
    signer: 'Signer',
    version: 'Version',
    sha256: 'SHA-256 of the sealed version',
    service: 'Signing service',
  }),
  'contract.signature.declined': facts({ signer: 'Signer', reason: 'Reason', service: 'Signing service' }),
  'contract.signature.voided': facts({ reason: 'Reason', service: 'Signing service' }),
  'contract.signature.replaced': facts({ from: 'Signer', to: 'Now', reason: 'Reason' }),
  'contract.signature.handedOver': facts({ from: 'Signer', to: 'Now', reason: 'Reason' }),
  'contract.signature.unlocked': facts({ signer: 'Signer' }),
  'contract.signature.reminded': facts({ signers: 'Signers' }),
  'contract.document.shared': facts({
    person: 'To',
    version: 'Version',
    sha256: 'SHA-256 of what was sent',
    expires: 'Last day',
  }),
  'contract.document.opened': facts({ person: 'Opened by', sha256: 'SHA-256 of what was shown' }),
  'contract.document.returned': facts({
    person: 'From',
    name: 'File',
    untracked: 'Changes not tracked',
    sha256: 'SHA-256 of what came back',
  }),
  'contract.document.withdrawn': facts({ person: 'From' }),
  'contract.share.sentAgain': facts({ person: 'To' }),
  'contract.share.unlocked': facts({ person: 'For' }),
  'contract.share.extended': facts({ person: 'For', expires: 'Last day' }),
  'contract.share.commented': facts({ person: 'From' }),
  'contract.share.accepted': facts({ person: 'From', name: 'File', version: 'Version' }),
  'contract.share.declined': facts({ person: 'From', name: 'File' }),
  'contract.mailedVersion.taken': facts({ person: 'Mail of', name: 'File', version: 'Version' }),
  'contract.mailedVersion.declined': facts({ name: 'File' }),
  'contract.takenOver': facts({ reason: 'Reason' }),
  'matter.takenOver': facts({ reason: 'Reason' }),
  'contract-entity.merged': ({ name, into }) => [
    { name: 'name', property: 'name', label: 'Name', as: 'text', from: name, to: nameIn(into) },
  ],
  'field.options.added': ({ options }) => stated('options', 'Options', labelsIn(options)),
  'form.part.added': facts({ title: 'Field', group: 'Group', label: 'Label', required: 'Required' }),
  'matter.intake.asked': facts({ question: 'Question' }),
  'matter.intake.answered': facts({ question: 'Question', answer: 'Answer' }),
  'matter.intake.declined': facts({ reason: 'Reason' }),
  'matter.intake.returned': facts({ reason: 'Reason' }),
  'organisation.feature.updated': ({ code, enabled }) =>
    typeof code === 'string' && typeof enabled === 'boolean'
      ? [
          {
            name: 'feature',
            property: `features/${code}`,
            label: `Feature ${code}`,
            as: 'text',
            from: !enabled,
            to: enabled,
          },
        ]
      : [],
})

/** What an event of such a name states; undefined for all others. */
export const statementsIn = (action: string, given: Facts): readonly StoredChange[] | undefined =>
  descriptions[action]?.(given)
