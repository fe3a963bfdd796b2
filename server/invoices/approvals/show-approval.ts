// The approval of an invoice as it is shown to the organisation that pays.
import { delegatesOf, standsInFor } from '../../identity/users/approval-delegates.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Need } from '../../records/approval-steps.ts'
import { escalatedApprovers } from '../../records/approvals/timed-step.ts'
import { getInvolved } from '../../records/access.ts'
import { may } from '../../records/rights/involvement.ts'
import { invoicesVisibleTo } from '../access.ts'
import { type Invoice, invoiceColumns, invoiceOf, isReviewable } from '../invoice.ts'
import { type Round, waitingApprovers, waitingSteps } from './approval.ts'
import { rulesOf } from './ask-approval.ts'
import { peopleAround } from './people.ts'
import { latestRound } from './stored-rounds.ts'

/** A step that would be asked. */
export interface PlannedStep {
  readonly name: string
  readonly need: Need
  readonly approverIds: readonly string[]
}

export interface ShownApproval {
  readonly invoice: Pick<Invoice, 'id' | 'version' | 'currency'>
  /** The steps that asking for approval would make now; none when no rule applies. */
  readonly planned: readonly PlannedStep[]
  /** The latest request. */
  readonly round: Round | undefined
  readonly people: ReadonlyMap<string, ShownPerson>
  /** Who decides for approvers today, by the approver. */
  readonly delegates: ReadonlyMap<string, string>
  readonly can: {
    readonly ask: boolean
    readonly decide: boolean
    /** The approvers for whom the reader decides. */
    readonly decideFor: readonly string[]
    readonly withdraw: boolean
  }
}

/** Throws not_found for those who do not see the invoice, and forbidden for people of law firms. */
export async function showApproval({ db, clock }: App, actor: Actor, id: number): Promise<ShownApproval> {
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select([...invoiceColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row)
  if (invoice.organisationId !== actor.organisationId)
    throw forbidden('Approvals are for the organisation that pays.')
  const [{ involvement }, round, around] = await Promise.all([
    getInvolved(matterKind, db, actor, invoice.matterId),
    latestRound(db, invoice),
    peopleAround(db, invoice),
  ])
  const waiting = round?.state === 'Waiting' ? waitingApprovers(round) : []
  const mayAsk = may(involvement, 'approveInvoices') && isReviewable(invoice.status)
  const [delegates, planned] = await Promise.all([
    delegatesOf(db, invoice.organisationId, { userIds: waiting, now: clock.now() }),
    isReviewable(invoice.status) && round?.state !== 'Waiting'
      ? plannedSteps(db, invoice, { ...around, now: clock.now() })
      : [],
  ])
  const isTheirs = actor.userId === around.enteredBy || actor.userId === round?.startedBy
  const others = may(involvement, 'decideForInvoiceApprovers')
    ? waiting
    : [
        ...standsInFor(delegates, actor.userId),
        ...escalatedApprovers(round ? waitingSteps(round) : [], actor.userId),
      ]
  return {
    invoice,
    planned,
    round,
    people: await peopleByIds(db, [
      ...planned.flatMap((each) => each.approverIds),
      ...peopleIn(round, delegates),
    ]),
    delegates,
    can: {
      ask: mayAsk && planned.length > 0,
      decide: !isTheirs && waiting.includes(actor.userId),
      decideFor: isTheirs ? [] : [...new Set(others)].filter((userId) => userId !== actor.userId),
      withdraw: mayAsk && round?.state === 'Waiting',
    },
  }
}

async function plannedSteps(
  db: App['db'],
  invoice: Invoice,
  { managerId, now }: { readonly managerId: string | null; readonly now: Date },
): Promise<readonly PlannedStep[]> {
  const applying = await rulesOf(db, invoice, now)
  return (applying?.rules ?? []).map(({ name, need, approverIds, matterManager }) => ({
    name,
    need,
    approverIds: [...new Set([...approverIds, ...(matterManager && managerId !== null ? [managerId] : [])])],
  }))
}

const peopleIn = (round: Round | undefined, delegates: ReadonlyMap<string, string>): readonly string[] =>
  round === undefined
    ? []
    : [
        round.startedBy,
        ...delegates.values(),
        ...round.steps.flatMap(({ approvers }) =>
          approvers.flatMap(({ userId, decidedBy }) => (decidedBy === null ? [userId] : [userId, decidedBy])),
        ),
      ]
