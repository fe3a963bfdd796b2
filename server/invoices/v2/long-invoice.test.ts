// The longest invoice that may be sent as JSON does not hold up other requests.
import { expect, test } from 'vitest'
import { createInvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('an invoice of 5,000 lines is created without holding up other requests', async () => {
  const { lawyer, matterId } = await createInvoiceWorld(parts)
  const line = { kind: 'Fee', description: 'Review of the file', quantity: 0.3, unitPrice: 165, taxRate: 15 }
  // one for each try
  const bodies = Array.from('ABCDEFGH', (number) =>
    Buffer.from(
      JSON.stringify({
        number,
        matter: { id: matterId },
        invoiceDate: '2026-10-05',
        lines: Array.from({ length: 5_000 }, () => line),
      }),
    ),
  )
  const { longestTurn } = await watchLoopAgain(async () => {
    const answer = await lawyer.caller.post('/v2/invoices', bodies.pop() ?? '', {
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(201)
  })
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})
