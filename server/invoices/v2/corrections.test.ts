// What a check of a file proposes for the cells that are wrong.
import { expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../test/documents/ledes.ts'
import { createInvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('a problem says what the cell could say, and whether it is corrected in all rows of its invoice [I-290]', async () => {
  const { lawyer } = await createInvoiceWorld(parts)
  const file = ledes1998B(rows1998B({ INVOICE_TOTAL: '416.51', LINE_ITEM_DATE: 'June' }))
  const answer = await lawyer.caller.post('/v2/invoices/imports?checkOnly=true', file, {
    headers: { 'content-type': 'text/plain' },
  })
  const { problems } = answer.json<{
    problems: { field: string; proposed: string | null; wholeInvoice: boolean }[]
  }>()
  const about = (field: string) => problems.filter((each) => each.field === field)
  expect(about('CLIENT_MATTER_ID')).toMatchObject([{ proposed: null, wholeInvoice: true }])
  expect(about('INVOICE_TOTAL')).toMatchObject([{ proposed: '416.50', wholeInvoice: true }])
  expect(about('LINE_ITEM_DATE')[0]).toMatchObject({ proposed: null, wholeInvoice: false })
})
