// Custom fields as columns of the list of matters, against an evaluation in plain JavaScript of what the fields answer.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { type FilteredColumns, filterCases, holds, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()
const matters = '/matter-apis/v1/matters'

/** An organisation whose matters are of one category with three fields: a text, a number and a choice. */
async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const categoryId = await internalTransaction(app, async (tx, now) => {
    const category = { organisation_id: organisationId, name: 'Disputes', created_at: now, updated_at: now }
    return (
      await tx.insertInto('matter_categories').values(category).returning('id').executeTakeFirstOrThrow()
    ).id
  })
  const form = { organisationId, form: 'MatterDetails', categoryId } as const
  const options = ['High', 'low', 'Middle'].map((label) => ({ label }))
  const text = `field_${await insertFieldOn(app, form, { title: 'Court', type: 'ShortText' })}`
  const number = `field_${await insertFieldOn(app, form, { title: 'Claim', type: 'Currency' })}`
  const choice = `field_${await insertFieldOn(app, form, { title: 'Risk', type: 'Priority', options })}`
  return { organisationId, owner, categoryId, text, number, choice, caller: await callerFor(parts, owner) }
}

const insert = (owner: TestUser, categoryId: number, values: object = {}) =>
  insertMatter(parts.app, { owner, values: { category_id: categoryId, ...values } })

async function give(caller: Caller, id: number, body: object): Promise<void> {
  const answer = await caller.patch(`${matters}/${id}/fields`, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

test('filters, orders and rows agree with what the fields answer', async () => {
  const { owner, categoryId, caller, text, number, choice } = await world()
  const columns: FilteredColumns = {
    [text]: { kind: 'text', values: ['Leeds', 'leeds 2', 'York'], nullable: true },
    [number]: { kind: 'number', values: ['0.1', '0.3', '100'], nullable: true },
    [choice]: { kind: 'choice', values: ['High', 'low', 'Middle'], nullable: true },
  }
  for (let i = 0; i < 12; i++) {
    const given = {
      [text]: [null, 'Leeds', 'leeds 2', 'York'][i % 4],
      [number]: [0.1, null, 0.3, 100, 0.2][i % 5],
      [choice]: ['High', 'low', null][i % 3],
    }
    await give(caller, await insert(owner, categoryId), given)
  }
  const all = await askList(caller, matters, { fields: Object.keys(columns).join(',') })
  const rows: readonly Row[] = all.data
  for (const { $id: _, id, ...row } of rows) {
    const answer = await caller.get(`${matters}/${id}/fields`)
    expect(answer.json<{ detailFields: { model: object } }>().detailFields.model).toEqual(row)
  }
  const idsOf = (some: readonly Row[]) => some.map(({ id }) => id).toSorted((a, b) => a - b)
  await fc.assert(
    fc.asyncProperty(filterCases(columns), async (each) => {
      const { field, operator, value } = each
      const filter = { 'filtering.field': field, 'filtering.operator': operator, 'filtering.value': value }
      const page = await askList(caller, matters, filter)
      expect(idsOf(page.data)).toEqual(idsOf(rows.filter((row) => holds(row, each, columns))))
    }),
    { numRuns: repetitions(30, 100) },
  )
  const place = (row: Row) => ({ ...row, [choice]: ['High', 'low'].indexOf(String(row[choice])) })
  for (const direction of ['asc', 'desc'] as const) {
    for (const field of [text, number, choice]) {
      const page = await askList(caller, matters, { 'sorting.field': field, 'sorting.direction': direction })
      const isChoice = field === choice
      const sorted = inOrderOf(
        isChoice ? rows.map(place) : rows,
        { field, direction },
        isChoice ? { [choice]: { kind: 'number', values: [] } } : columns,
      )
      expect(page.data.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    }
  }
})

test('of a matter that is shown in outline only they reveal nothing', async () => {
  const { organisationId, owner, categoryId, caller, text } = await world()
  const id = await insert(owner, categoryId, { restricted: true })
  await give(caller, id, { [text]: 'Leeds' })
  const admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const query = { context: 'Restricted', fields: text }
  expect((await askList(admin, matters, query)).data).toEqual([{ $id: '1', id, [text]: null }])
  const found = async (operator: string, value: string) => {
    const filter = { 'filtering.field': text, 'filtering.operator': operator, 'filtering.value': value }
    return (await askList(admin, matters, { ...query, ...filter })).total
  }
  expect(await found('eq', 'Leeds')).toBe(0)
  expect(await found('neq', 'Leeds')).toBe(1)
  expect(await found('isnull', 'true')).toBe(1)
})
