// The addresses at which people answer approvals from the mails about them. They are made with the mail, so that only
// the mail has them.
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { answerPage } from '../../platform/web-addresses.ts'
import { newAnswerAddresses } from '../../contracts/approvals/answer-addresses.ts'
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
  const last = new Map<number, Notification>()
  for (const each of shown) {
    const { resource, what } = each
    if (resource.kind === 'approval' && resource.id !== null && asking.includes(what))
      last.set(resource.id, each)
  }
  const links = new Map<number, readonly AnswerLink[]>()
  for (const [approvalId, { id, organisationId, subject }] of last) {
    const mailed = { organisationId, contractId: subject.id, approvalId, userId }
    const addresses = await newAnswerAddresses(tx, mailed, now)
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
