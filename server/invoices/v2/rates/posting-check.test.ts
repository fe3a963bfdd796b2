// The check of a file of invoices says which lines are above the agreed rate.
import { expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../../test/documents/ledes.ts'
import { createInvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()

test('the lines above the agreed rate are named with it, and can be posted [I-139]', async () => {
  const { payer, lawyer, firmId, matterId } = await createInvoiceWorld(parts)
  await parts.app.database.pool.query(
    'update matters set reference = $1, manager_reference = $2 where id = $3',
    ['C-1', 'M-1', matterId],
  )
  const file = ledes1998B(rows1998B())
  const check = async (caller = lawyer.caller, query = '') =>
    (
      await caller.post(`/v2/invoices/imports?checkOnly=true${query}`, file, {
        headers: { 'content-type': 'text/plain' },
      })
    ).json<{ invoices: { currency: string }[]; valid: boolean; aboveRates: object | null }>()
  const first = await check()
  expect(first.aboveRates).toEqual({ count: 0, lines: [] })
  const values = { firm: { id: firmId }, currency: first.invoices[0]?.currency, from: '2026-01-01' }
  await payer.caller.post('/v2/agreedRates', { ...values, timekeeper: { number: 'TK01' }, rate: 160.5 })
  const aboveRates = {
    count: 1,
    lines: [{ row: 3, invoice: 'A-1', timekeeper: 'Marlowe, Priya', unitPrice: 165, agreedRate: 160.5 }],
  }
  expect(await check()).toMatchObject({ valid: true, aboveRates })
  expect(await check(payer.caller, `&serviceProviderId=${firmId}`)).toMatchObject({ aboveRates })
  expect(await check(payer.caller, '&vendorName=Registry')).toMatchObject({ aboveRates: null })
})
