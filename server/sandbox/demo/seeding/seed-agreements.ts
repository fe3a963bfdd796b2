// What the demo's department has agreed about its money: budgets, exposures, fees, guidelines and approval rules, and
// the invoices that show them at work.
import { addArrangement, type NewArrangement } from '../../../invoices/arrangements/set-arrangement.ts'
import { moveRetainer } from '../../../invoices/arrangements/move-retainer.ts'
import { askApproval } from '../../../invoices/approvals/ask-approval.ts'
import { decideApproval } from '../../../invoices/approvals/decide-approval.ts'
import { setApprovalRules } from '../../../invoices/approvals/set-approval-rules.ts'
import { setEstimate } from '../../../invoices/budgets/estimates.ts'
import { setBudget } from '../../../invoices/budgets/set-budget.ts'
import { setGuideline } from '../../../invoices/commands/set-guideline.ts'
import { createInvoice } from '../../../invoices/commands/create-invoice.ts'
import { transitionInvoice } from '../../../invoices/commands/transition-invoice.ts'
import { askQuestions } from '../../../invoices/exchange/ask-firm.ts'
import { setExposure } from '../../../invoices/exposure/exposure.ts'
import { recordPayment } from '../../../invoices/payments/record-payment.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { addDays } from '../../../platform/time/local-time.ts'
import { actorFor } from '../actor.ts'
import { getDemoMatter } from '../find-demo-records.ts'
import { creditNote, fixedFeeInvoice, flaggedInvoice } from '../plans/agreed-invoices.ts'
import {
  approvalRules,
  arrangements,
  budgets,
  estimates,
  exposures,
  guideline,
  question,
} from '../plans/agreements.ts'
import { harbour } from '../plans/core-records.ts'
import type { Made } from './seed-directory.ts'

interface Seeding {
  readonly app: App
  readonly made: Made
  readonly payer: Actor
  readonly firm: Actor
  readonly organisationId: number
  readonly day: (days: number) => string
  readonly matter: (externalId: string) => Promise<number>
  /** The id of an invoice by its number; undefined if there is none. */
  readonly invoice: (number: string) => Promise<number | undefined>
}

/** Creates it; an interrupted seeding continues with the step that it stopped in. */
export async function seedAgreements(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  const payer = await actorFor(app, made.user('admin@harbour.example'))
  const firm = await actorFor(app, made.user('partner@ashfield.example'))
  const today = app.clock.now().toISOString().slice(0, 10)
  const seeding: Seeding = {
    app,
    made,
    payer,
    firm,
    organisationId,
    day: (days) => addDays(today, days),
    matter: async (externalId) => (await getDemoMatter(app, payer, organisationId, externalId)).id,
    invoice: (number) => findInvoice(app, organisationId, number),
  }
  // the last of it: once that is there, all of it is
  if ((await seeding.invoice(flaggedInvoice.number)) !== undefined) return
  await planMoney(seeding)
  await agreeFees(seeding)
  await billAndPay(seeding)
  await reviewInSteps(seeding)
}

async function findInvoice(app: App, organisationId: number, number: string): Promise<number | undefined> {
  const row = await app.db
    // not through access.ts: the demo looks for what it has created
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('number', '=', number)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

const anyVersion = () => undefined

async function planMoney({ app, payer, firm, matter }: Seeding): Promise<void> {
  for (const { matter: externalId, versions } of budgets) {
    const id = await matter(externalId)
    for (const { reason, parts, ...plan } of versions) {
      const whole = { ...plan, span: 'Lifetime', includesTax: false, parts } as const
      await setBudget(app, payer, id, { plan: whole, reason, checkVersion: anyVersion })
    }
  }
  for (const { matter: externalId, ...exposure } of exposures)
    await setExposure(app, payer, await matter(externalId), { ...exposure, checkVersion: anyVersion })
  for (const { matter: externalId, ...estimate } of estimates)
    await setEstimate(app, firm, await matter(externalId), { ...estimate, checkVersion: anyVersion })
}

async function agreeFees(seeding: Seeding): Promise<void> {
  const { app, made, payer, day, matter, organisationId, invoice } = seeding
  const known = await app.db
    // not through access.ts: the demo looks for what it has created
    .selectFrom('fee_arrangements')
    .where('organisation_id', '=', organisationId)
    .select('id')
    .execute()
  for (const { matter: externalId, firm, from, ...arrangement } of arrangements.slice(known.length)) {
    const terms = { ...arrangement.terms, from: from === null ? null : day(from) }
    const agreed: NewArrangement = { ...arrangement, terms, firmId: made.organisation(firm) }
    const id = await addArrangement(app, payer, externalId === null ? null : await matter(externalId), agreed)
    if (arrangement.kind !== 'Retainer') continue
    const movement = { movedOn: day(-200), reference: 'Transfer 7781', note: null } as const
    await moveRetainer(app, payer, id, { kind: 'Deposit', amount: '20000', ...movement })
    const drawn = await invoice('NV/2063')
    if (drawn !== undefined) {
      const payment = { paidAt: app.clock.now(), amount: '3500.00', reference: 'Drawn from the retainer' }
      await recordPayment(app, payer, drawn, { ...payment, note: null, retainerId: id })
    }
  }
}

/** A fixed fee that is billed in part, a credit note, and a payment of a part. */
async function billAndPay({ app, payer, firm, matter, day, invoice }: Seeding): Promise<void> {
  for (const { matter: externalId, dated, credits, ...bill } of [fixedFeeInvoice, creditNote]) {
    if ((await invoice(bill.number)) !== undefined) continue
    const credited = credits === null ? {} : { credits: { number: credits } }
    const id = await createInvoice(app, firm, await matter(externalId), {
      ...bill,
      ...credited,
      invoiceDate: day(dated),
      dueDate: day(dated + 30),
    })
    await transitionInvoice(app, firm, id, { kind: 'post' })
    await transitionInvoice(app, payer, id, { kind: 'approve' })
  }
  const part = await invoice('ASH-1052')
  const payment = { amount: '4000.00', reference: 'Payment run 14', note: 'First of two parts' }
  if (part !== undefined) await recordPayment(app, payer, part, { paidAt: app.clock.now(), ...payment })
}

/** Guidelines that flag an invoice, questions about another one, and an approval in two steps. */
async function reviewInSteps({ app, made, payer, firm, matter, day, invoice }: Seeding): Promise<void> {
  await setGuideline(app, payer, {}, { ...guideline, checkVersion: anyVersion })
  const asked = await invoice(question.number)
  if (asked !== undefined) {
    const questions = [{ number: question.line, text: question.text }]
    await askQuestions(app, payer, asked, { questions, due: null, checkVersion: anyVersion })
  }
  const rules = approvalRules.map(({ approver, total, ...rule }) => ({
    ...rule,
    approverIds: [made.user(approver)],
    from: { total, currency: 'NZD' },
  }))
  const given = { ownEntriesRefused: true, answerDays: 5, appealDays: 5, rules }
  await setApprovalRules(app, payer, { given, checkVersion: anyVersion })
  const { matter: externalId, dated, ...bill } = flaggedInvoice
  const id = await createInvoice(app, firm, await matter(externalId), {
    ...bill,
    lines: bill.lines.map(({ daysAgo, ...line }) => ({ ...line, workDate: day(-daysAgo) })),
    invoiceDate: day(dated),
    dueDate: day(dated + 30),
  })
  await transitionInvoice(app, firm, id, { kind: 'post' })
  await askApproval(app, payer, id, { comment: 'Please look at the flags first.', checkVersion: anyVersion })
  const [first] = approvalRules
  const verdict = { decision: 'Approved', comment: 'As agreed with the firm.' } as const
  if (first) await decideApproval(app, await actorFor(app, made.user(first.approver)), id, verdict)
}
