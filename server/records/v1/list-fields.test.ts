// Custom fields as columns of the list, against an evaluation in plain JavaScript of what the fields answer.
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { type FilteredColumns, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { expectCombinedFilters, expectFilters, filterOf, idsOf } from '../../../test/lists/v1-lists.ts'
import { kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { NewField } from '../../fields/commands/create-field.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()

type Draft = Omit<NewField, 'organisationId' | 'title'>

const letters = ['A', 'b', 'C', 'ab'].map((label) => ({ label }))
const texts = ['Alpha', 'alpha beta', "it's 100%", 'under_score', 'back\\slash', 'Ünïcode', 'ALPHA', 'zeta']
const long = 'x'.repeat(300)

describe.each(kindsOf(parts))(
  'filters and orders of $kind agree with a plain evaluation of the fields',
  (of) => {
    const list = (query: Readonly<Record<string, string>> = {}) =>
      askList(caller, of.v1, { take: 1000, ...query })
    let caller: Caller
    let rows: Row[]
    const columns: Record<string, FilteredColumns[string]> = {}
    const several: { key: string; values: unknown[] }[] = []
    // what rows are sorted by, where it is not what is shown
    const orders: Record<string, (value: unknown) => unknown> = {}

    beforeAll(async () => {
      const { app } = parts
      const { owner: me, organisationId, forms, insert, ...here } = await worldOf(parts, of)
      caller = here.caller
      const [zoe, max] = [
        await createUser(app, { organisationId, firstName: 'zoe' }),
        await createUser(app, { organisationId, firstName: 'Max' }),
      ]
      const { regions, entities } = await internalTransaction(app, async (tx, now) => {
        const row = (name: string) => ({ organisation_id: organisationId, name, created_at: now })
        const names = ['North', 'east', 'South'].map(row)
        return {
          regions: await tx
            .insertInto('regions')
            .values(names.map((each) => ({ ...each, updated_at: now })))
            .returning('id')
            .execute(),
          entities: await tx
            .insertInto('contract_entities')
            .values(names.map((each) => ({ ...each, created_by: me.id })))
            .returning('id')
            .execute(),
        }
      })
      const nameOf = new Map(
        [...regions, ...entities].map(({ id }, index) => [id, ['north', 'east', 'south'][index % 3]]),
      )
      let made = 0
      const field = async (draft: Draft) => {
        const id = await insertFieldOn(app, forms.details, { title: `Field ${made++}`, ...draft })
        return { key: `field_${id}`, ids: Object.values(await optionIdsOf(app, organisationId, id)) }
      }
      const values: Record<string, readonly unknown[]> = {}
      const add = async (
        draft: Draft,
        kind: FilteredColumns[string]['kind'],
        given: readonly unknown[],
        compared = given,
      ) => {
        const { key } = await field(draft)
        columns[key] = { kind, values: compared.map(String), nullable: true }
        values[key] = [null, ...given]
        return key
      }
      await add({ type: 'ShortText' }, 'text', texts)
      await add({ type: 'LongText' }, 'text', [...texts, long, `${long}a`, `${long}B`])
      await add(
        { type: 'Decimal' },
        'number',
        [-1.5, 0, 0.1, 0.3, 1e9, 12.75],
        [-1.5, 0.3, 0.30000001, 12.75, 7],
      )
      await add({ type: 'Slider', rangeStart: 0, rangeEnd: 10 }, 'number', [0, 5, 10])
      await add({ type: 'Currency' }, 'number', [99.99, 100, 1_000_000])
      await add({ type: 'Checkbox' }, 'boolean', [true, false])
      await add({ type: 'ConflictCheck' }, 'boolean', [true, false])
      await add(
        { type: 'Date' },
        'time',
        ['2025-05-06', '2026-01-01', '2024-02-29'],
        ['2025-05-06', '2026-01-01'],
      )
      for (const type of [
        'Dropdown',
        'RadioGroup',
        'Priority',
        'BillingMethod',
        'BillingIntention',
      ] as const) {
        const key = await add({ type, options: letters }, 'choice', ['A', 'b', 'C'], ['a', 'B', 'C'])
        orders[key] = (value) => letters.findIndex(({ label }) => label === value)
      }
      const people = [me, zoe, max].map(({ id }) => id)
      const user = await field({ type: 'User' })
      columns[user.key] = { kind: 'uuid', values: people, nullable: true }
      values[user.key] = [null, ...people.map((id) => ({ id }))]
      orders[user.key] = (value) => ['ana', 'zoe', 'max'][people.indexOf(String(value))]
      const reference = async (type: 'Region' | 'ContractEntity', given: readonly { id: number }[]) => {
        const key = await add(
          { type },
          'uuid',
          given.map(({ id }) => id),
        )
        orders[key] = (value) => nameOf.get(Number(value))
      }
      await reference('Region', regions)
      await reference('ContractEntity', entities)
      const lookup = await field({ type: 'Lookup', options: letters })
      columns[lookup.key] = { kind: 'uuid', values: lookup.ids.map(String), nullable: true }
      values[lookup.key] = [null, ...lookup.ids.map((id) => ({ id }))]
      orders[lookup.key] = (value) => letters[lookup.ids.indexOf(Number(value))]?.label.toLowerCase()
      const checks = await field({ type: 'CheckboxList', options: letters })
      several.push({ key: checks.key, values: letters.map(({ label }) => label) })
      for (const draft of [{ type: 'List' as const }, { type: 'Lookup' as const, multiple: true }]) {
        const { key, ids } = await field({ ...draft, options: letters })
        several.push({ key, values: ids })
      }

      const pick = (some: readonly unknown[], seed: number) => some[seed % some.length]
      for (let i = 0; i < 40; i++) {
        const id = await insert()
        const single = Object.entries(values).map(([key, some], place): [string, unknown] => [
          key,
          pick(some, i * 7 + place + (i >> 2)),
        ])
        const many = several.map(({ key, values: some }, place): [string, unknown] => [
          key,
          some.filter((_, bit) => ((i * 5 + place) >> bit) & 1),
        ])
        const body = Object.fromEntries([...single, ...many])
        const answer = await caller.patch(`${of.v1}/${id}/fields`, body)
        expect(answer.statusCode, answer.body).toBe(200)
      }
      const all = await list()
      rows = await Promise.all(all.data.map(async ({ id }) => ({ id, ...(await modelOf(id)) })))
    })

    const modelOf = async (id: number) => {
      const answer = await caller.get(`${of.v1}/${id}/fields`)
      const { detailFields } = answer.json<{ detailFields: { model: Record<string, unknown> } }>()
      const plain = Object.entries(detailFields.model).map(([key, value]): [string, unknown] => [
        key,
        typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
      ])
      return Object.fromEntries(plain)
    }

    test('rows show what the fields answer [D-36]', async () => {
      const keys = [...Object.keys(columns), ...several.map(({ key }) => key)]
      const page = await list({ fields: keys.join(',').replaceAll('field', 'Field') })
      for (const { $id: _, ...row } of page.data) {
        const answer = await caller.get(`${of.v1}/${row['id']}/fields`)
        const { detailFields } = answer.json<{ detailFields: { model: object } }>()
        expect(row).toEqual({ id: row['id'], ...detailFields.model })
      }
    })

    test('one field at a time [D-35]', async () => {
      await expectFilters({ ask: list, rows, columns }, repetitions(40, 500))
    })

    test('fields with properties of the record, with and and or [D-35]', async () => {
      const id = { kind: 'number', values: rows.map((row) => String(row.id)) } as const
      await expectCombinedFilters({ ask: list, rows, columns: { ...columns, id } }, repetitions(20, 200))
    })

    test('of several choices, one that holds is enough, and its opposite holds for none', async () => {
      for (const { key, values } of several) {
        const texty = typeof values[0] === 'string'
        const operators = [
          'eq',
          'neq',
          'contains',
          'doesnotcon',
          ...(texty ? ['startswith', 'endswith'] : []),
        ]
        for (const operator of operators) {
          for (const value of values.map(String)) {
            const has = (row: Row) =>
              (row[key] as unknown[]).map(String).some((choice) => {
                const [a, b] = [choice.toLowerCase(), value.toLowerCase()]
                if (operator === 'startswith') return a.startsWith(b)
                if (operator === 'endswith') return a.endsWith(b)
                return texty && /con/.test(operator) ? a.includes(b) : a === b
              })
            const negated = operator === 'neq' || operator === 'doesnotcon'
            const page = await list(filterOf({ field: key, operator, value }))
            expect(idsOf(page.data), `${key} ${operator} ${value}`).toEqual(
              idsOf(rows.filter((row) => has(row) !== negated)),
            )
          }
        }
        const none = await list(filterOf({ field: key, operator: 'isnull', value: 'true' }))
        expect(idsOf(none.data)).toEqual(idsOf(rows.filter((row) => (row[key] as unknown[]).length === 0)))
      }
    })

    test('every field sorts: choices as they are offered, people and things by their name [D-35]', async () => {
      for (const [field, { kind }] of Object.entries(columns)) {
        const order = orders[field]
        const sorted = rows.map((row) => ({
          ...row,
          [field]: row[field] === null ? null : (order?.(row[field]) ?? row[field]),
        }))
        const numeric = sorted.some((row) => typeof row[field] === 'number')
        const as = {
          [field]: { kind: order ? (numeric ? ('number' as const) : ('text' as const)) : kind, values: [] },
        }
        for (const direction of ['asc', 'desc'] as const) {
          const page = await list({ 'sorting.field': field, 'sorting.direction': direction })
          const expected = inOrderOf(sorted, { field, direction }, as)
          expect(
            page.data.map(({ id }) => id),
            `${field} ${kind} ${direction}`,
          ).toEqual(expected.map(({ id }) => id))
        }
      }
      for (const { key } of several) expect((await list({ 'sorting.field': key })).total).toBe(40)
    })
  },
)
