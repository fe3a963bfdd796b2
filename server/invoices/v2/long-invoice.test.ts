// The longest invoice that may be sent as JSON does not hold up other requests. It is sent by another process: what a
// client does with the answer of 3 MB takes longer than what the server does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createInvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'

const parts = useTestApp()

/** Sends each line that it reads, and prints a line for its answer. */
const client = `
  import { createInterface } from 'node:readline'
  const [address, token] = process.argv.slice(1)
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  for await (const body of createInterface({ input: process.stdin })) {
    const answer = await fetch(address, { method: 'POST', headers, body })
    console.log(answer.status, (await answer.text()).slice(0, 500))
  }`

test('an invoice of 5,000 lines is created without holding up other requests', async () => {
  const { app, server } = parts
  const { lawyer, matterId } = await createInvoiceWorld(parts)
  const address = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v2/invoices`
  const token = await accessTokenFor(app, lawyer.user)
  const line = { kind: 'Fee', description: 'Review of the file', quantity: 0.3, unitPrice: 165, taxRate: 15 }
  // one for each try
  const bodies = Array.from('ABCDEFGH', (number) =>
    Buffer.from(
      `${JSON.stringify({
        number,
        matter: { id: matterId },
        invoiceDate: '2026-10-05',
        lines: Array.from({ length: 5_000 }, () => line),
      })}\n`,
    ),
  )
  const sender = spawn(process.execPath, ['--input-type=module', '-e', client, address, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void sender.kill())
  const answers = createInterface({ input: sender.stdout })
  const { longestTurn } = await watchLoopAgain(async () => {
    sender.stdin.write(bodies.pop() ?? '')
    const [answer] = (await once(answers, 'line')) as [string]
    expect(answer).toMatch(/^201 /)
  })
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})
