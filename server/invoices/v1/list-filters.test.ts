// Every operator on every kind of column of invoices, compared with a plain JavaScript evaluation of the rows.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../test/http.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { type FilteredColumns, filterCases, holds, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { updatePayerFields } from '../commands/update-payer-fields.ts'
import { invoiceStatuses } from '../invoice.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()
const invoices = '/invoice-apis/v1/invoices'

describe('filters, order and pages', () => {
  const texts = ['Alpha', 'alpha beta', "it's 100%", 'under_score', 'back\\slash', 'Ünïcode', '"quoted"']
  let caller: Caller
  let rows: Row[]
  let columns: FilteredColumns

  beforeAll(async () => {
    const { app, clock } = parts
    const world = await createInvoiceWorld(parts)
    const { payer, matterId, firmId } = world
    const { actor } = payer
    for (let i = 0; i < 42; i++) {
      clock.advance({ hours: 7 })
      const id = await draftInvoice(app, actor, matterId, {
        number: `${texts[i % texts.length] ?? ''} ${i}`,
        ...(i % 3 === 0 ? { serviceProviderId: firmId } : { vendorName: texts[i % 5] ?? '' }),
        invoiceDate: `2026-0${(i % 9) + 1}-01`,
        dueDate: i % 4 === 0 ? null : `2026-1${i % 3}-15`,
        description: i % 5 === 0 ? null : (texts[i % texts.length] ?? null),
        thirdParty: i % 2 === 0,
        currency: ['NZD', 'USD', 'GBP'][i % 3] ?? 'NZD',
        lines: [
          { kind: 'Fee', description: 'Advice', quantity: '1', unitPrice: `${300 + i}.10`, taxRate: '15' },
          { kind: i % 2 === 0 ? 'Disbursement' : 'OtherFee', description: 'Search', unitPrice: `${i % 4}.5` },
        ],
      })
      await moveInvoiceTo(
        parts.app,
        world.payer.actor,
        id,
        invoiceStatuses[i % invoiceStatuses.length] ?? 'Draft',
      )
      if (i % 4 === 1 && i % invoiceStatuses.length !== 6) {
        await updatePayerFields(app, actor, id, () => ({
          internalNotes: texts[i % texts.length] ?? '',
          purchaseOrder: `PO-${i % 6}`,
        }))
      }
    }
    caller = await callerFor(parts, payer.user)
    rows = (await askList(caller, invoices, { take: 1000, 'sorting.field': 'id' })).data
    const valuesOf = (name: string) => [
      ...new Set(rows.flatMap((row) => (row[name] === null ? [] : [String(row[name] as string | number)]))),
    ]
    const column = (kind: FilteredColumns[string]['kind'], name: string, nullable = true) => ({
      kind,
      nullable,
      values: valuesOf(name).slice(0, 12),
    })
    columns = {
      ...Object.fromEntries(
        [
          'invoiceNo',
          'description',
          'purchaseOrderNo',
          'currency',
          'internalNotes',
          'paymentNote',
          'serviceProviderName',
        ].map((name) => [name, column('text', name)]),
      ),
      ...Object.fromEntries(
        ['id', 'matterId', 'batchId', 'fees', 'disbursements', 'otherFees', 'totalTax', 'approvedFees'].map(
          (name) => [name, column('number', name)],
        ),
      ),
      ...Object.fromEntries(
        ['invoiceDate', 'dueDate', 'paidDateUtc', 'approvedDateUtc', 'postedDateUtc'].map((name) => [
          name,
          column('time', name),
        ]),
      ),
      status: { kind: 'choice', values: [...invoiceStatuses, 'inreview'] },
      thirdParty: { kind: 'boolean', values: ['true', 'FALSE'] },
      paid: { kind: 'boolean', values: ['true', 'false'] },
      serviceProviderId: { kind: 'text', values: [String(firmId), '1'], nullable: true },
    }
  })

  test('filters find what a plain evaluation of the rows finds, and the total is exact [I-1]', async () => {
    expect(rows).toHaveLength(42)
    await fc.assert(
      fc.asyncProperty(filterCases(columns), async (each) => {
        const { field, operator, value } = each
        const page = await askList(caller, invoices, {
          take: 1000,
          'sorting.field': 'id',
          'filtering.field': field,
          'filtering.operator': operator,
          'filtering.value': value,
        })
        const expected = rows.filter((row) => holds(row, each, columns))
        expect(page).toEqual({ data: expected, total: expected.length })
      }),
      { numRuns: repetitions(40, 700) },
    )
  })

  test('every column sorts, both ways, and pages neither repeat nor skip a row [G-79]', async () => {
    for (const field of Object.keys(columns)) {
      for (const direction of ['asc', 'desc'] as const) {
        const sorting = { 'sorting.field': field, 'sorting.direction': direction }
        const pages: Row[] = []
        for (let skip = 0; skip < 42; skip += 20) {
          const { data, total } = await askList(caller, invoices, { ...sorting, skip, take: 20 })
          expect(total).toBe(42)
          pages.push(...data)
        }
        const expected = inOrderOf(rows, { field, direction }, columns)
        expect(
          pages.map(({ id }) => id),
          `${field} ${direction}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  test('the newest come first by default [I-1]', async () => {
    const { data } = await askList(caller, invoices, { take: 1000 })
    const expected = inOrderOf(rows, { field: 'invoiceDate', direction: 'desc' }, columns)
    expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  test.each([
    ['filtering.field=version&filtering.operator=eq&filtering.value=1', /cannot be filtered by/],
    ['filtering.field=status&filtering.operator=eq&filtering.value=Lost', /must be one of Draft/],
    ['filtering.field=fees&filtering.operator=gt&filtering.value=much', /must be a number/],
    ['sorting.field=lines', /cannot be sorted by/],
    ['take=0', /take/],
  ])('%s is rejected', async (query, message) => {
    const answer = await caller.get(`${invoices}?${query}`)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(message)])
  })
})
