// The custom fields of the demo: every type exists, on forms and with values, and can be filtered by.
import { beforeAll, expect, test } from 'vitest'
import { askList } from '../../../../test/lists/lists.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { fieldTypes } from '../../../fields/field.ts'
import { ensureDemo } from '../ensure-demo.ts'

const tested = useTestApp({}, { demo: true })

beforeAll(async () => {
  expect(await ensureDemo(tested.app)).toBe(true)
})

const user = async (email: string) => {
  const { id, organisation_id } = await tested.app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select(['id', 'organisation_id'])
    .executeTakeFirstOrThrow()
  return { id, organisationId: organisation_id, email, name: email }
}

test('every type of field exists, and all that can have values have some', async () => {
  const { app } = tested
  const { organisationId } = await user('admin@harbour.example')
  const rows = await app.db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .select((eb) => [
      'type',
      'entity_column',
      eb
        .selectFrom('field_values as v')
        .where('v.organisation_id', '=', organisationId)
        .whereRef('v.field_id', '=', 'fields.id')
        .select((each) => each.fn.countAll<number>().as('count'))
        .as('count'),
    ])
    .execute()
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(fieldTypes))
  const valueless = rows.filter(
    ({ type, entity_column }) => type !== 'SectionHeader' && entity_column === null,
  )
  expect(valueless.filter(({ count }) => Number(count) === 0)).toEqual([])
})

test('lists are filtered by them, and records show them in their groups', async () => {
  const caller = await callerFor(tested, await user('admin@harbour.example'))
  const { data } = await askList(caller, '/field-apis/v1/fields', { search: 'Governing law' })
  const field = `field_${data[0]?.id}`
  const choices = await caller.get(`/field-apis/v1/lookupFields/${data[0]?.id}/choices/single?search=swed`)
  const [swedish] = choices.json<{ results: { id: string }[] }>().results
  const contracts = await askList(caller, '/contract-apis/v1/contracts', {
    context: 'All',
    'filtering.field': field,
    'filtering.operator': 'eq',
    'filtering.value': swedish?.id ?? '',
  })
  expect(contracts.total).toBeGreaterThan(3)
  const answer = await caller.get(`/contract-apis/v1/contracts/${contracts.data[0]?.id}/fields`)
  const { detailFields, coreFields } =
    answer.json<Record<'detailFields' | 'coreFields', { model: Record<string, unknown> }>>()
  expect(detailFields.model[field]).toEqual({ id: swedish?.id })
  expect(Object.keys(detailFields.model).filter((key) => key.startsWith('group_'))).toHaveLength(2)
  expect(Object.keys(coreFields.model)).toHaveLength(5)
})
