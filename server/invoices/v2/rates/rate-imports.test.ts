// Rates from a CSV, and back to one.
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../../../test/http.ts'
import { createInvoiceWorld, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const send = (file: string, query = '') =>
  world.payer.caller.post(`/v2/agreedRates/imports?firmId=${world.firmId}${query}`, file, {
    headers: { 'content-type': 'text/csv' },
  })
const list = async () =>
  (await world.payer.caller.get('/v2/agreedRates?$orderby=Id')).json<{ items: object[] }>().items
const errorsOf = (answer: Awaited<ReturnType<Caller['get']>>) => answer.json<{ errors: object }>().errors

const heads = 'Timekeeper/Number,Timekeeper/Name,TimekeeperClass,Currency,Rate,From,To'

test('all rates of a file are agreed, checked first, and sent again they change nothing [I-126]', async () => {
  const file = `${heads}
14,"Calder, Ruth",PARTNR,gbp,412.50,2026-01-01,
15,Tom Reyes,,GBP,300,2026-01-01,2026-06-30
15,Tom Reyes,,GBP,310,2026-07-01,

,,ASSOC,GBP,220,2026-01-01,`
  const report = { valid: true, added: 4, unchanged: 0, ended: 0, problems: [] }
  expect((await send(file, '&checkOnly=true')).json()).toEqual(report)
  expect(await list()).toEqual([])
  expect((await send(file)).json()).toEqual(report)
  expect(await list()).toMatchObject([
    {
      timekeeper: { number: '14', name: 'Calder, Ruth' },
      timekeeperClass: 'PARTNR',
      currency: 'GBP',
      rate: 412.5,
    },
    { timekeeper: { number: '15' }, to: '2026-06-30' },
    { rate: 310, to: null },
    { timekeeper: null, timekeeperClass: 'ASSOC' },
  ])
  expect((await send(file)).json()).toEqual({ ...report, added: 0, unchanged: 4 })
  const next = `${heads}\n14,,PARTNR,GBP,430,2027-01-01,`
  expect((await send(next)).statusCode).toBe(400)
  expect((await send(next, '&endEarlier=true')).json()).toMatchObject({ added: 1, ended: 1 })
})

test('every mistake is named by row and column, and nothing is written [I-126]', async () => {
  const hidden = await insertMatter(parts.app, { owner: world.member.user })
  const file = `Matter/Id;${heads.replaceAll(',', ';')}
;14;;;GBP;412,50;2026-01-01;
${hidden};14;;;XXQ;0;1.1.2026;
;16;;;GBP;300;2026-01-01;
;16;;;GBP;301;2026-02-01;
x;;Ruth;;GBP;300;2026-01-01;2025-01-01`
  const report = (await send(file, '&checkOnly=true')).json<{ problems: { row: number; column: string }[] }>()
  expect(report).toMatchObject({ valid: false })
  expect(report.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Rate'],
    [3, 'Rate'],
    [3, 'Currency'],
    [3, 'From'],
    [3, 'Matter/Id'],
    [6, 'Timekeeper/Number'],
    [6, 'To'],
    [6, 'Matter/Id'],
    [5, null],
  ])
  const refused = await send(file)
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(errorsOf(refused))).toContain('rows[3].Currency')
  expect(await list()).toEqual([])
})

test.each([
  ['no rates at all', ''],
  [heads, ''],
  [`Name,Rate\nRuth,5`, ''],
  [`${heads}\n"14,,,GBP,5,2026-01-01,`, ''],
  [`${heads}\n${'14,,,GBP,5,2026-01-01,\n'.repeat(5_001)}`, ''],
  [`${heads}\n${'x'.repeat(5_000)},,,GBP,5,2026-01-01,`, ''],
])('a file that is no card of rates is refused [I-126]', async (file, query) => {
  const answer = await send(file, query)
  expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, ['file']])
})

test('a file that is too large is refused, and so is a firm of somebody else [I-126]', async () => {
  expect((await send(`${heads}\n${' '.repeat(1024 * 1024)}`)).statusCode).toBe(413)
  const elsewhere = await createInvoiceWorld(parts)
  const answer = await elsewhere.payer.caller.post(
    `/v2/agreedRates/imports?firmId=${world.firmId}`,
    `${heads}\n14,,,GBP,5,2026-01-01,`,
    { headers: { 'content-type': 'text/csv' } },
  )
  expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, ['firm']])
})

test('an export has no formula in it, and is read again as it was [I-126]', async () => {
  await send(`${heads}\n14,=HYPERLINK(1),,GBP,412.5,2026-01-01,\n-7,,@class,GBP,90,2026-01-01,`)
  const { body } = await world.payer.caller.get('/v2/agreedRates/export')
  expect(body).toContain("'=HYPERLINK(1)")
  expect(body).toContain("'-7")
  expect((await send(body)).json()).toMatchObject({ valid: true, added: 0, unchanged: 2 })
})
