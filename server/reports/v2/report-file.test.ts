// The file of a report as somebody reads it who opens the sheet.
import { Readable } from 'node:stream'
import readXlsxFile from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { readZip } from '../../platform/documents/zip-archive.ts'

const parts = useTestApp()
let caller: Caller

const query = {
  list: 'invoices',
  by: 'firm,matter',
  measures: 'approved,paid,count,reducedPercent',
  range: 'invoiceDate/2026-01-01..2026-12-31',
}

beforeAll(async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-06T21:30:00Z'))
  const { payer, lawyer } = await createInvoiceWorld(parts)
  caller = payer.caller
  expect((await caller.patch('/v2/me/preferences', { timeZone: 'Pacific/Auckland' })).statusCode).toBe(200)
  const bills = [
    ['Appeal', '1234.5', 'NZD'],
    ['Zephyr', '77290.79', 'NZD'],
    ['Merger', '20000', 'NZD'],
    ['Lease', '150000', 'JPY'],
  ] as const
  for (const [name, unitPrice, currency] of bills) {
    const matterId = await insertMatter(app, { owner: payer.user, members: [lawyer.user], values: { name } })
    const lines = [{ kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice }]
    const id = await draftInvoice(app, lawyer.actor, matterId, { currency, lines })
    await moveInvoiceTo(app, lawyer.actor, id, 'Posted')
    expect((await caller.post(`/v2/invoices/${id}/approve`, {})).statusCode).toBe(200)
  }
})

async function ask(more: Readonly<Record<string, string>>) {
  const answer = await caller.get(
    `/v2/reports/export?${new URLSearchParams({ ...query, ...more }).toString()}`,
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

test('a sheet has the name of the report, what it is of, its period, basis and totals [K-120]', async () => {
  const answer = await ask({ name: 'Spend: by firm / Ausgaben für Kanzleien', format: 'xlsx' })
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
    "filename*=UTF-8''spend-by-firm-ausgaben-für-kanzleien-2026-05-07.xlsx",
  )
  const [sheet] = await readXlsxFile(Readable.from(answer.rawPayload))
  expect(sheet?.sheet).toBe('Spend  by firm   Ausgaben für K')
  const lines = sheet?.data ?? []
  const titlesAt = lines.findIndex(([first]) => first === 'Firm')
  expect(lines.slice(0, titlesAt).map(([first]) => first)).toEqual([
    'Spend: by firm / Ausgaben für Kanzleien',
    'Approved, paid, number and reduced, percent of invoices by firm by matter, where invoice date is from 1 Jan 2026 to 31 Dec 2026.',
    'Period: from 1 Jan 2026 to 31 Dec 2026, by invoice date',
    '“Approved” is without tax; “Paid” is with tax.',
    'These are figures of the invoices that you may see.',
    'Amounts are by currency. In the currency of your organisation they are added up.',
    expect.stringMatching(/^As of [67] May 2026, /),
    null,
  ])
  // within a firm the largest first, and the totals of each currency last
  expect(lines.slice(titlesAt).map((row) => row.slice(1, 4))).toEqual([
    ['Matter', 'Currency', 'Approved'],
    ['Lease', 'JPY', 150_000],
    ['Zephyr', 'NZD', 77_290.79],
    ['Merger', 'NZD', 20_000],
    ['Appeal', 'NZD', 1_234.5],
    [null, 'JPY', 150_000],
    [null, 'NZD', 98_525.29],
  ])
  expect(lines.slice(-2).map(([first]) => first)).toEqual(['Total', 'Total'])
})

test('amounts have the digits of their currency, counts none, and percent its sign [K-121]', async () => {
  const answer = await ask({ format: 'xlsx' })
  const files = readZip(answer.rawPayload, { entries: 100, bytes: 2 ** 24 })
  const textOf = (name: string) => files.find((each) => each.name === name)?.content.toString() ?? ''
  const ids = new Map(
    [...textOf('xl/styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code?.replaceAll('&quot;', '"'),
    ]),
  )
  const [, cells = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(textOf('xl/styles.xml')) ?? []
  const formats = [...cells.matchAll(/<xf([^>]*)\/>/g)].map(([, xf = '']) =>
    ids.get(/numFmtId="(\d+)"/.exec(xf)?.[1]),
  )
  const shownAs = (cell: string) => {
    const [, style] = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(textOf('xl/worksheets/sheet1.xml')) ?? []
    return formats[Number(style)]
  }
  const [sheet] = await readXlsxFile(Readable.from(answer.rawPayload))
  const first = (sheet?.data.findIndex((row) => row[2] === 'JPY') ?? 0) + 1
  expect(['D', 'F', 'G'].map((column) => shownAs(`${column}${first}`))).toEqual([
    '#,##0',
    '#,##0',
    '#,##0.0#" %"',
  ])
  expect(shownAs(`D${first + 1}`)).toBe('#,##0.00')
  expect(sheet?.data[0]?.[0]).toBe(
    'Approved, paid, number and reduced, percent of invoices by firm by matter',
  )
})

test('CSV and JSON are for programs: they have the groups alone [K-120]', async () => {
  const csv = (await ask({ format: 'csv', name: 'Spend' })).body.slice(1).trim().split('\r\n')
  expect(csv).toHaveLength(5)
  expect(csv[0]).toMatch(/^Firm,Matter,Currency,Approved/)
  expect((await ask({ format: 'json' })).json<unknown[]>()).toHaveLength(4)
})

test('the basis is said on the page as well, and a name that is too long is refused [K-120]', async () => {
  const figures = async (measures: string) => {
    const asked = new URLSearchParams({ ...query, measures }).toString()
    return (await caller.get(`/v2/reports/figures?${asked}`)).json<{ basis: string | null }>().basis
  }
  expect(await figures('approved,pending')).toBe('Amounts are without tax.')
  expect(await figures('count')).toBeNull()
  const long = new URLSearchParams({ ...query, name: 'x'.repeat(201) }).toString()
  expect((await caller.get(`/v2/reports/export?${long}`)).statusCode).toBe(400)
})

test('groups of a second dimension follow in the order that was asked for [K-122]', async () => {
  interface Figures {
    readonly groups: readonly {
      readonly currency: string | null
      readonly keys: readonly { readonly label: string | null }[]
    }[]
  }
  const matters = async (order: string) => {
    const asked = new URLSearchParams({ ...query, order }).toString()
    const { groups } = (await caller.get(`/v2/reports/figures?${asked}`)).json<Figures>()
    return groups.flatMap(({ currency, keys }) => (currency === 'NZD' ? [keys[1]?.label] : []))
  }
  expect(await matters('Value')).toEqual(['Zephyr', 'Merger', 'Appeal'])
  expect(await matters('Key')).toEqual(['Appeal', 'Merger', 'Zephyr'])
})

test('a percentage of amounts is by currency, also alone [K-131]', async () => {
  const asked = new URLSearchParams({ ...query, by: 'firm', measures: 'reducedPercent' }).toString()
  const { totals } = (await caller.get(`/v2/reports/figures?${asked}`)).json<{
    totals: readonly { readonly currency: string | null }[]
  }>()
  expect(totals.map(({ currency }) => currency).toSorted()).toEqual(['JPY', 'NZD'])
  const csv = (await ask({ by: 'firm', measures: 'reducedPercent', format: 'csv' })).body.slice(1)
  expect(csv.split('\r\n')[0]).toBe('Firm,Currency,"Reduced, percent"')
})
