// Files of invoices made to keep the server busy, and large correct ones: neither holds up other requests.
import { beforeEach, describe, expect, test } from 'vitest'
import { createInvoiceWorld, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { ledes1998B, rows1998B } from '../../../test/documents/ledes.ts'
import { longestTurnAllowed, watchLoop, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('matters')
      .set({ reference: 'C-1', manager_reference: 'M-1' })
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', world.matterId)
      .execute(),
  )
})

const send = (file: string, checkOnly = true) =>
  world.lawyer.caller.post(`/v2/invoices/imports?checkOnly=${checkOnly}`, file, {
    headers: { 'content-type': 'text/plain' },
  })

interface Report {
  readonly invoices: readonly object[]
  readonly problems: readonly { readonly message: string }[]
}

/** A file of invoices with `lines` lines each. */
function manyInvoices(invoices: number, lines: number): string {
  const [row = {}] = rows1998B()
  return ledes1998B(
    Array.from({ length: invoices }, (_, number) =>
      Array.from({ length: lines }, (_, line) => ({
        ...row,
        INVOICE_NUMBER: `N-${number}`,
        INVOICE_TOTAL: (24.5 * lines).toFixed(2),
        LINE_ITEM_NUMBER: String(line + 1),
        // nobody works more than a day has hours
        TIMEKEEPER_ID: `TK${Math.floor(line / 50)}`,
      })),
    ).flat(),
  )
}

describe('a file is reported on with', () => {
  const description = 'y'.repeat(2_000_000)
  const rows = (count: number, of: object = {}) =>
    Array.from({ length: count }, (_, line) => ({
      ...rows1998B()[0],
      LINE_ITEM_NUMBER: String(line + 1),
      ...of,
    }))

  test.each<[string, () => string, string | undefined]>([
    [
      '1,000,000 empty elements',
      () => `<ledesxml>${'<b/>'.repeat(1_000_000)}</ledesxml>`,
      'The XML must have 250000 elements at most.',
    ],
    ['1,000,000 nested elements', () => '<b>'.repeat(1_000_000), 'The XML must be 20 elements deep at most.'],
    [
      'a name of 1,000,000 letters',
      () => `<${'n'.repeat(1_000_000)}>${'<b/>'.repeat(500_000)}`,
      'The name of an element must have 100 characters at most.',
    ],
    [
      '5,000 rows that differ from a description of 2 MB',
      () => ledes1998B([...rows(1, { INVOICE_DESCRIPTION: description }), ...rows(5_000)]),
      `INVOICE_DESCRIPTION must be the same in all rows of invoice A-1: it is "Professional services" here and "${'y'.repeat(60)}…" in row 3.`,
    ],
    [
      '1,000,000 columns',
      () => `LEDES1998B[]\n${'|'.repeat(1_000_000)}[]\nx[]`,
      'The row names 1000001 columns; the format has 24.',
    ],
    ['60,000 rows', () => `${ledes1998B([])}${'x[]\n'.repeat(60_000)}`, 'A file may have 50000 rows.'],
    ['4,000 invoices', () => manyInvoices(4_000, 1), 'A file may have 2000 invoices; this one has 4000.'],
    [
      'one invoice of 10,000 lines',
      () => manyInvoices(1, 10_000),
      'An invoice has at most 5000 lines; this one has 10000.',
    ],
  ])('%s [I-73]', async (_, file, message) => {
    const bytes = file()
    const { result, longestTurn } = await watchLoopAgain(() => send(bytes))
    expect(result.statusCode, result.body.slice(0, 1000)).toBe(200)
    expect(result.json<Report>().problems.map((problem) => problem.message)).toContain(message)
    expect(result.body.length).toBeLessThan(1_000_000)
    expect(longestTurn).toBeLessThan(longestTurnAllowed)
  })
})

test('large correct files are imported without holding up other requests [I-73]', async () => {
  const many = manyInvoices(50, 20)
  const checked = await watchLoopAgain(() => send(many))
  expect(checked.result.json<Report>()).toMatchObject({ problems: [], invoices: { length: 50 } })
  expect(checked.longestTurn).toBeLessThan(longestTurnAllowed)
  const imported = await watchLoop(() => send(many, false))
  expect(imported.result.statusCode, imported.result.body.slice(0, 1000)).toBe(201)
  const one = manyInvoices(1, 5_000)
  const numbered = ['X', 'Y', 'Z'].map((number) => one.replaceAll('N-0', number))
  const longest = await watchLoopAgain(async () => {
    const answer = await send(numbered.pop() ?? '', false)
    expect(answer.statusCode, answer.body.slice(0, 1000)).toBe(201)
  })
  expect(longest.longestTurn).toBeLessThan(longestTurnAllowed)
})
