// Which invoices break guidelines: in lists and reports.
import { expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('invoices that break guidelines are a list, a filter and a report, of which the firm sees nothing [I-312]', async () => {
  const world = await createInvoiceWorld(parts)
  const { lawyer, payer, matterId } = world
  const draft = (quantity: string) => {
    const line = { kind: 'Fee' as const, description: 'Advice', unitPrice: '100', workDate: '2026-03-02' }
    const lines = [{ ...line, quantity, timekeeper: 'H. Ashfield' }]
    return draftInvoice(parts.app, lawyer.actor, matterId, { invoiceDate: '2026-03-02', lines })
  }
  const rules = [{ rule: 'hoursPerDay', severity: 'Flag', settings: { hours: 7.25 }, firmText: 'Too many.' }]
  const set = await payer.caller.put('/v2/invoices/guidelines', { rules, note: 'For 2026' })
  expect([set.statusCode, set.body]).toEqual([204, ''])
  const [within, over] = [await draft('1'), await draft('9')]
  for (const id of [within, over]) await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  const listed = async (filter: string, caller = payer.caller) =>
    (await caller.get(`/v2/invoices?$filter=${filter}`)).json<{ items: object[]; totalCount: number }>().items
  const found = [{ id: over, openFlags: 1, flaggedBy: 'hoursPerDay' }]
  expect(await listed('OpenFlags gt 0')).toMatchObject(found)
  expect(await listed("contains(FlaggedBy,'hoursPerDay')")).toMatchObject(found)
  expect(await listed('OpenFlags eq 0')).toMatchObject([{ id: within, flaggedBy: null }])
  expect(await listed('OpenFlags ne null', lawyer.caller)).toEqual([])
  const report = '/v2/reports/figures?list=invoices&by=firm&measures=flagged,openFlags,count,pending'
  const { groups, measures } = (await payer.caller.get(report)).json<{
    groups: { values: number[]; filter: string }[]
    measures: { filter: string | null }[]
  }>()
  expect(groups.map(({ values }) => values.slice(0, 3))).toEqual([[1, 1, 2]])
  // a figure opens exactly the invoices that it counts
  const opened = await Promise.all(
    measures.map(async ({ filter }) => (await listed(`${groups[0]?.filter} and ${filter}`)).length),
  )
  expect(opened).toEqual([1, 1, 2, 2])
  expect((await lawyer.caller.get(report)).statusCode).toBe(400)
  const { items } = (await payer.caller.get(`/v2/invoices/${over}/flags`)).json<{ items: { id: number }[] }>()
  const dismissed = { flags: [items[0]?.id], action: 'Dismiss', because: 'Agreed by telephone' }
  const answer = await payer.caller.post(`/v2/invoices/${over}/flags/decisions`, dismissed)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await listed('OpenFlags gt 0')).toEqual([])
})
