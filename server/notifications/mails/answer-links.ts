// The addresses at which people answer approvals from the mails about them. They are made with the mail, so that only
// the mail has them.
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { answerPage } from '../../platform/web-addresses.ts'
import { newAnswerAddresses } from '../../contracts/approvals/answer-addresses.ts'
import { newInvoiceAnswerAddresses } from '../../invoices/approvals/answer-addresses.ts'
import type { AnswerAddress } from '../../records/approvals/answer-addresses.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import { fullNameOf } from '../../platform/person.ts'
import type { Notification } from '../notification.ts'

/** Where somebody answers, and for whom if not for themselves. */
export interface AnswerLink {
  readonly link: string
  readonly insteadOf: string | null
}

/** What asks for a decision. */
const asking: readonly string[] = [
  'approvalRequested',
  'approvalForAnother',
  'approvalReminded',
  'approvalEscalated',
  'invoiceApprovalRequested',
  'invoiceApprovalForAnother',
  'invoiceApprovalReminded',
  'invoiceApprovalEscalated',
]

/** The links of the notifications by their ids. Of several about one approval, the last one has them. */
export async function answerLinks(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  {
    userId,
    shown,
    now,
  }: { readonly userId: string; readonly shown: readonly Notification[]; readonly now: Date },
): Promise<ReadonlyMap<number, readonly AnswerLink[]>> {
  const last = new Map<string, Notification>()
  for (const each of shown) {
    const { resource, what } = each
    if (asking.includes(what)) last.set(`${resource.kind} ${resource.id}`, each)
  }
  const links = new Map<number, readonly AnswerLink[]>()
  for (const each of last.values()) {
    const { id } = each
    const addresses = await addressesOf(tx, each, { userId, now })
    const people = await peopleByIds(
      tx,
      addresses.map(({ approverId }) => approverId),
    )
    links.set(
      id,
      addresses.map(({ token, approverId }) => {
        const approver = approverId === userId ? undefined : people.get(approverId)
        return {
          link: answerPage({ webUrl: config.webUrl }, token),
          insteadOf: approver ? fullNameOf(approver) : null,
        }
      }),
    )
  }
  return links
}

async function addressesOf(
  tx: Tx,
  { organisationId, subject, resource }: Notification,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<readonly AnswerAddress[]> {
  const { kind, id } = resource
  if (id === null) return []
  if (kind === 'approval')
    return newAnswerAddresses(tx, { organisationId, contractId: subject.id, approvalId: id, userId }, now)
  return newInvoiceAnswerAddresses(tx, { organisationId, invoiceId: id, userId }, now)
}
