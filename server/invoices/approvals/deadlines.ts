// Deadlines of the steps in which invoices are approved: written with the step, and watched in every organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  startDeadlines as startEach,
  type TimeColumns,
  watchStep,
} from '../../records/approvals/deadlines.ts'
import { lockInvoiceAsSystem } from '../access.ts'
import { approvalEscalated, approvalReminded } from './approval-events.ts'
import { type Round, type Step, waitingSteps } from './approval.ts'
import { join } from './join-matter.ts'
import { peopleAround } from './people.ts'
import { latestRound } from './stored-rounds.ts'

/** Starts the deadline of a step whose people are asked now. */
export const startDeadline = (
  tx: Tx,
  { organisationId, invoiceId, round }: Round,
  { step, now }: { readonly step: Step; readonly now: Date },
): Promise<void> =>
  startEach(tx, organisationId, { steps: [step], now }, ({ position }, times) =>
    setStep(tx, { organisationId, invoiceId, round, position }, times),
  )

interface StepKey {
  readonly organisationId: number
  readonly invoiceId: number
  readonly round: number
  readonly position: number
}

const setStep = (tx: Tx, { organisationId, invoiceId, round, position }: StepKey, times: TimeColumns) =>
  tx
    .updateTable('invoice_approval_steps')
    .set(times)
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', invoiceId)
    .where('round', '=', round)
    .where('position', '=', position)
    .execute()

const batch = 500

/** Reminds and escalates where a deadline has come, in every organisation; returns how many steps. */
export async function watchInvoiceDeadlines(app: App): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql<StepKey>`
    /* every organisation: work is found here and done within one */
    select s.organisation_id as "organisationId", s.invoice_id as "invoiceId", s.round, s.position
    from invoice_approval_steps s
    -- not through access.ts: deadlines pass no matter who sees the invoice; the matter may come back from the bin
    join invoices i on i.organisation_id = s.organisation_id and i.id = s.invoice_id
    join matters m on m.organisation_id = i.organisation_id and m.id = i.matter_id and m.deleted_at is null
    where s.remind_at <= ${now} or s.escalate_at <= ${now}
    order by s.organisation_id, s.invoice_id, s.round, s.position limit ${batch}`.execute(app.db)
  let done = 0
  for (const due of rows) {
    if (app.stopping()) break
    done += await watchDue(app, due)
  }
  return done
}

const watchDue = (app: App, key: StepKey): Promise<number> =>
  change(app, systemActor('watch-invoice-approval-deadlines'), async (tx, now) => {
    const { organisationId, invoiceId, position } = key
    const invoice = await lockInvoiceAsSystem(tx, { organisationId, id: invoiceId })
    if (!invoice) return { result: 0, events: [] }
    const [round, { enteredBy }] = [await latestRound(tx, invoice), await peopleAround(tx, invoice)]
    const startedBy = round?.startedBy
    return watchStep(tx, {
      organisationId,
      // people were asked again since
      step:
        round?.round === key.round
          ? waitingSteps(round).find((each) => each.position === position)
          : undefined,
      now,
      isForThem: (userId) => userId === enteredBy || userId === startedBy,
      write: (times) => setStep(tx, key, times),
      join: (userId) => join(tx, invoice, { userIds: [userId], addedBy: startedBy ?? enteredBy, now }),
      reminded: (approverIds, delegateIds) => approvalReminded(invoice, approverIds, delegateIds),
      escalated: (escalated) => approvalEscalated(invoice, { startedBy: startedBy ?? enteredBy }, escalated),
    })
  })
