// Importing the sample files next to the repository where it is developed; the repository has samples of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { createInvoiceWorld, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld

const send = (file: Buffer, query = '') =>
  world.lawyer.caller.post(`/v2/invoices/imports${query}`, file, {
    headers: { 'content-type': 'text/plain' },
  })

const kept = async () =>
  (await world.payer.caller.get('/v2/invoices?$orderby=Number')).json<{
    items: { number: string; total: number }[]
  }>().items

const folder = '/work/shared/data/ledes'
const given = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('ledes')) : []

describe.skipIf(given.length === 0)(`files of ${folder} (skipped where the folder is absent)`, () => {
  beforeEach(async () => {
    // the invoices of the files are of October
    parts.clock.set(new Date('2026-10-06T09:00:00Z'))
    world = await createInvoiceWorld(parts)
    for (const number of ['0099', '0100']) {
      await insertMatter(parts.app, {
        owner: world.payer.user,
        members: [world.lawyer.user],
        values: { reference: `LV0536-${number}`, manager_reference: `M-${number}` },
      })
    }
  })
  const read = (name: string) => readFileSync(`${folder}/${name}`)

  test.each([
    ['ledes1998b_valid_single.txt', [['MO-2026-1001', 5704.5]]],
    [
      'ledes1998b_valid_multi_with_discount.txt',
      [
        ['MO-2026-1002', 5454.5],
        ['MO-2026-1003', 5183.75],
      ],
    ],
    ['ledes98bi_v2_valid.txt', [['MO-2026-1004', 6560.16]]],
  ])('%s is imported with its totals', async (name, totals) => {
    const made = await send(read(name))
    expect(made.statusCode, made.body).toBe(201)
    expect((await kept()).map(({ number, total }) => [number, total])).toEqual(totals)
  })

  test.each([
    ['ledes1998b_bad_date.txt', 3, 1, 'INVOICE_DATE'],
    ['ledes1998b_bad_total.txt', 3, 5, 'INVOICE_TOTAL'],
    ['ledes1998b_missing_column.txt', 2, 24, 'CLIENT_MATTER_ID'],
    ['ledes1998b_missing_terminator.txt', 3, 24, 'CLIENT_MATTER_ID'],
    ['ledes1998b_unknown_matter.txt', 3, 24, 'CLIENT_MATTER_ID'],
    ['ledes_98B.txt', 9, 3, 'CLIENT_ID'],
  ])('%s is rejected at row %i, column %i', async (name, row, column, field) => {
    const report = (await send(read(name), '?checkOnly=true')).json<{ problems: object[] }>()
    expect(report.problems).toContainEqual(
      expect.objectContaining({ row, column, field, message: expect.any(String) }),
    )
    const answer = await send(read(name))
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty([
      `row ${row}, column ${column} (${field})`,
    ])
    expect(await kept()).toEqual([])
  })
})
