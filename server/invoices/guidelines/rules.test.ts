// Each rule of the billing guidelines with the example of docs/money.md.
import { expect, test } from 'vitest'
import { contextOf } from '../../../test/guideline-figures/measure.ts'
import { findFlags, guidedLines } from './find-flags.ts'
import { defaultSettings, findRule } from './registry.ts'
import type { GuidedInvoice, GuidedLine, GuidelineContext, Settings } from './rule.ts'

type Line = Omit<GuidedLine, 'who' | 'hours' | 'words' | 'number'>

const fee = (values: Partial<Line>): Line => ({
  kind: 'Fee',
  workDate: '2026-05-06',
  description: 'Draft reply to Northgate on waiver',
  quantity: '2',
  unitPrice: '100.00',
  amount: String(Number(values.quantity ?? '2') * Number(values.unitPrice ?? '100')),
  tax: '0',
  timekeeper: 'H. Ashfield',
  timekeeperNumber: null,
  timekeeperClass: null,
  taskCode: null,
  activityCode: null,
  expenseCode: null,
  ...values,
})

interface Around {
  readonly settings?: Settings
  readonly context?: Partial<GuidelineContext>
  readonly invoice?: Partial<GuidedInvoice>
}

/** What one rule finds, as `[line, excess]`, in the order of the lines. */
async function found(name: string, lines: readonly Line[], { settings, context, invoice }: Around = {}) {
  const rule = findRule(name)
  if (!rule) throw new Error(`There is no rule ${name}`)
  const applied = {
    rule: name,
    severity: rule.severity,
    settings: { ...defaultSettings(rule), ...settings },
    firmText: rule.firmText,
  }
  const guided = await guidedLines(lines.map((line, index) => ({ ...line, number: index + 1 })))
  const whole = {
    currency: 'GBP',
    digits: 2,
    invoiceDate: '2026-06-01',
    periodEnd: '2026-05-31',
    hasFile: false,
    ...invoice,
    lines: guided,
  }
  const flags = await findFlags(whole, contextOf(context), [applied])
  return flags.map(({ line, excess }) => [line, excess])
}

test('2 hours at 430.00 with 400.00 agreed are 60.00 above; a timekeeper without a rate [I-100]', async () => {
  const lines = [fee({ unitPrice: '430.00' }), fee({ unitPrice: '400.00' }), fee({ timekeeper: 'T. Okafor' })]
  const agreedRates = new Map([
    [1, '400.00'],
    [2, '400.00'],
  ])
  const context = { agreedRates, hasAgreedRates: true }
  expect(await found('rateAboveAgreed', lines, { context })).toEqual([[1, '60.00']])
  expect(await found('timekeeperNotAgreed', lines, { context })).toEqual([[3, '200']])
  // nothing is agreed with the firm at all
  expect(await found('timekeeperNotAgreed', lines)).toEqual([])
})

test('hours of a day: 6 and 5.5 with 10 allowed are 1.5 over, taken off the last line [I-100]', async () => {
  const lines = [
    fee({ quantity: '6' }),
    fee({ quantity: '5.5' }),
    fee({ quantity: '9', timekeeper: 'T. Okafor' }),
  ]
  expect(await found('hoursPerDay', lines)).toEqual([[2, '150.00']])
  const elsewhere = { context: { hoursElsewhere: () => 80_000 } }
  expect(await found('hoursPerDay', [fee({ quantity: '3' }), fee({ quantity: '4' })], elsewhere)).toEqual([
    [1, '100.00'],
    [2, '400'],
  ])
})

test('work before the opening and after the closing of the matter [I-100]', async () => {
  const context = { matter: { openedOn: '2026-02-01', closedOn: '2026-05-05' } }
  const lines = [
    fee({ workDate: '2026-01-31' }),
    fee({ workDate: '2026-02-01' }),
    fee({ workDate: '2026-05-06' }),
  ]
  expect(await found('workOutsideMatter', lines, { context })).toEqual([
    [1, '200'],
    [3, '200'],
  ])
  const settings = { daysBefore: 1, daysAfter: 1 }
  expect(await found('workOutsideMatter', lines, { context, settings })).toEqual([])
})

test('work of 4 March billed on 3 June is 91 days old [I-100]', async () => {
  const lines = [fee({ workDate: '2026-03-04' }), fee({ workDate: '2026-03-05' })]
  expect(await found('oldWork', lines)).toEqual([[1, '200']])
})

test('an invoice of April posted on 3 June is 34 days late [I-100]', async () => {
  const invoice = { periodEnd: '2026-04-30' }
  expect(await found('lateInvoice', [fee({})], { invoice, settings: { days: 33 } })).toEqual([[null, null]])
  expect(await found('lateInvoice', [fee({})], { invoice, settings: { days: 34 } })).toEqual([])
})

const expense = (amount: string) => fee({ kind: 'Disbursement', quantity: '1', amount, expenseCode: 'E110' })

test('an expense of 318.75 with 250 allowed is 68.75 over, and needs a receipt [I-100]', async () => {
  const settings = { limits: [{ code: 'E110', most: 250 }] }
  expect(await found('expenseCap', [expense('318.75'), expense('250.00')], { settings })).toEqual([
    [1, '68.75'],
  ])
  expect(await found('receipt', [expense('318.75'), expense('75.00')])).toEqual([[1, '318.75']])
  expect(await found('receipt', [expense('318.75')], { invoice: { hasFile: true } })).toEqual([])
})

test('the same work twice, in the invoice and before it [I-100]', async () => {
  const twice = [fee({}), fee({ description: 'Drafting: reply to Northgate on waiver' })]
  expect(await found('duplicates', twice, { settings: { similarity: 80 } })).toEqual([[2, '200']])
  expect(
    await found('duplicates', [fee({}), fee({ quantity: '2.1' }), fee({ timekeeper: 'T. Okafor' })]),
  ).toEqual([])
  const before = [{ invoiceNumber: 'A-7', words: ['draft', 'reply', 'to', 'northgate', 'on', 'waiver'] }]
  expect(await found('duplicates', [fee({})], { context: { linesElsewhere: () => before } })).toEqual([
    [1, '200'],
  ])
})

test('“Review documents” says nothing that is specific [I-100]', async () => {
  const lines = [fee({ description: 'Review documents' }), fee({ description: 'Review of lease for Pier 9' })]
  expect(await found('vagueText', lines)).toEqual([[1, '40.00']])
})

test('three tasks in one entry of 4 hours [I-100]', async () => {
  const description = 'Review lease; draft notice to Northgate; call surveyor on defects'
  const lines = [fee({ description, quantity: '4' }), fee({ description, quantity: '2' })]
  expect(await found('blockBilling', lines)).toEqual([[1, '80.00']])
})

test('photocopying is administrative work [I-100]', async () => {
  const lines = [fee({ description: 'Photocopying of exhibits' }), fee({ activityCode: 'A110' })]
  expect(await found('administrative', lines)).toEqual([[1, '200']])
  expect(await found('administrative', lines, { settings: { activities: ['A110'] } })).toHaveLength(2)
})

test('three people at one meeting: the one who costs least is too many [I-100]', async () => {
  const description = 'Meeting with Northgate on settlement'
  const lines = ['300', '150', '220'].map((unitPrice, at) =>
    fee({ description, unitPrice, timekeeper: `T${at}` }),
  )
  expect(await found('meetings', lines)).toEqual([[2, '300']])
  const own = lines.map((line, at) => ({
    ...line,
    description: `Call number ${at} about topic ${'abc'[at]}`,
  }))
  expect(
    await found(
      'meetings',
      own.map((line, at) => ({ ...line, workDate: `2026-05-0${at + 1}` })),
    ),
  ).toEqual([])
})

test('travel of 6 hours, with 4 paid for at half of the usual rate [I-100]', async () => {
  const trip = fee({ description: 'Travel to Dunmore', quantity: '6' })
  expect(await found('travel', [trip, fee({})])).toEqual([[1, '400.00']])
  // without the usual rate only the hours are known to be too many
  expect(await found('travel', [trip])).toEqual([[1, '200.00']])
  const agreed = { context: { agreedRates: new Map([[1, '80.00']]) } }
  expect(await found('travel', [trip], agreed)).toEqual([[1, '440.00']])
})

test('a task outside the scope, and one without a code [I-100]', async () => {
  const lines = [fee({ taskCode: 'L510' }), fee({ taskCode: 'L120' }), fee({})]
  expect(await found('scope', lines, { settings: { tasks: ['L1'] } })).toEqual([
    [1, '200'],
    [3, '200'],
  ])
})

test('an invoice of 400 where the budget leaves 313 is 87 over [I-100]', async () => {
  const lines = [fee({}), fee({})]
  expect(await found('overBudget', lines, { context: { available: '313' } })).toEqual([[null, '87.00']])
  expect(await found('overBudget', lines, { context: { available: '400' } })).toEqual([])
})

test('credits and lines of nothing are left alone [I-100]', async () => {
  const lines = [fee({ amount: '-200', workDate: '1999-01-01' }), fee({ amount: '0', quantity: '30' })]
  for (const rule of ['workOutsideMatter', 'oldWork', 'hoursPerDay', 'vagueText', 'scope']) {
    expect(await found(rule, lines, rule === 'scope' ? { settings: { tasks: ['B1'] } } : {})).toEqual([])
  }
})
