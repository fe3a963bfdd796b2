// Answering the approval of an invoice at the address in a mail. What decides is the same as in the app; the history
// says that the answer came from a mail.
import { hash } from 'node:crypto'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { rounded } from '../../platform/decimal.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type AnswerBrowser, answeringActor, holdAddress } from '../../records/approvals/answer-addresses.ts'
import { answeredSteps } from '../../records/approvals/answerable.ts'
import {
  type Answer,
  checkAsked,
  decideAtAddress,
  type FindQuestion,
  organisationName,
  type ShownQuestion,
} from '../../records/approvals/questions.ts'
import { invoicesVisibleTo } from '../access.ts'
import { invoiceColumns, invoiceOf } from '../invoice.ts'
import { totalOf } from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { providerName } from '../list-columns.ts'
import { findInvoiceAddress, type InvoiceAddress } from './answer-addresses.ts'
import { type Round, type Step, waitingSteps } from './approval.ts'
import { sumsOfReview } from './ask-approval.ts'
import { decideApproval } from './decide-approval.ts'
import { peopleAround } from './people.ts'
import { latestRound } from './stored-rounds.ts'

/** What is asked about an invoice at an address. */
export const invoiceQuestions: FindQuestion = async (app, browser) => {
  const address = await findInvoiceAddress(app.db, browser.token, app.clock.now())
  if (!address) return undefined
  const asked = () => getAsked(app, browser, address)
  return {
    show: async () => shownQuestion(app, address, await asked()),
    document: async () => {
      await asked()
      throw notFound()
    },
    answer: async (answer) => decide(app, browser, { address, actor: (await asked()).actor }, answer),
  }
}

async function getAsked(app: App, browser: AnswerBrowser, address: InvoiceAddress) {
  const { db } = app
  const actor = await answeringActor(app, browser, address, 'INVOICES')
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', address.invoiceId)
    .select([...invoiceColumns])
    .select(['matters.name as matterName', 'invoices.invoice_date as date', providerName.as('providerName')])
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row)
  const [round, { enteredBy }] = await Promise.all([latestRound(db, invoice), peopleAround(db, invoice)])
  if (!round || actor.userId === enteredBy || actor.userId === round.startedBy) throw notFound()
  const steps = await stepsAt(db, { address, round, now: app.clock.now() })
  const { matterName: matter, providerName: provider, date } = row
  return { actor, invoice, matter, provider, date, round, steps }
}

async function shownQuestion(
  { db }: App,
  { organisationId, approverId }: InvoiceAddress,
  { actor, invoice, matter, provider, date, round, steps }: Awaited<ReturnType<typeof getAsked>>,
): Promise<ShownQuestion> {
  const [people, organisation, sums] = await Promise.all([
    peopleByIds(db, [round.startedBy, approverId]),
    organisationName(db, organisationId),
    sumsOfReview(db, invoice),
  ])
  const { id, number, currency } = invoice
  const toApprove = totalOf(sums)
  return {
    organisation,
    approver: people.get(approverId),
    isForAnother: approverId !== actor.userId,
    requester: people.get(round.startedBy),
    contract: null,
    invoice: {
      id,
      number,
      provider,
      matter,
      date,
      currency,
      billed: rounded(totalOf(invoice), currencyDigits(currency)),
      toApprove: rounded(toApprove, currencyDigits(currency)),
    },
    amounts: [],
    steps: steps.map(({ name }) => name),
    due: steps[0]?.due ?? null,
    comment: round.comment,
    againBecause: null,
    document: null,
    changed: null,
    asked: questionHash(round, steps, toApprove),
  }
}

interface Answering {
  readonly address: InvoiceAddress
  readonly actor: Actor
}

function decide(
  app: App,
  browser: AnswerBrowser,
  { address, actor }: Answering,
  { decision, comment, asked }: Answer,
): Promise<void> {
  const { approverId, invoiceId } = address
  return decideAtAddress(() =>
    decideApproval(app, actor, invoiceId, {
      decision,
      comment,
      ...(approverId === actor.userId ? {} : { insteadOf: approverId }),
      fromMail: async (tx, { round, total, now }) => {
        await holdAddress(tx, 'invoice_approval_addresses', browser.token, now)
        checkAsked(asked, questionHash(round, await stepsAt(tx, { address, round, now }), total))
      },
    }),
  )
}

interface Decided {
  readonly address: InvoiceAddress
  readonly round: Round
  readonly now: Date
}

/** The step that the person decides at this address now. Throws not_found for none, or when people were asked again. */
async function stepsAt(db: Reader, { address, round, now }: Decided): Promise<readonly Step[]> {
  const { organisationId, userId, approverId } = address
  const waiting = { organisationId, steps: round.round === address.round ? waitingSteps(round) : [] }
  const steps = await answeredSteps(db, waiting, { userId, approverId, now })
  if (steps.length === 0) throw notFound()
  return steps
}

/** What the review leaves is a part of it: somebody who saw another amount has not approved this one. */
const questionHash = ({ round, startedAt }: Round, steps: readonly Step[], total: string): string =>
  hash('sha256', JSON.stringify([round, startedAt, steps.map(({ position }) => position), total]))
