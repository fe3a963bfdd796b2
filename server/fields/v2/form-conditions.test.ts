// v2 of forms whose parts depend on answers: what is not shown is not required, and not accepted.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let caller: Caller
let type: string
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  type = (await caller.post('/v2/matterTypes', { name: 'Dispute' })).headers.location ?? ''
  const options = [{ label: 'Court' }, { label: 'Arbitration' }]
  for (const field of [
    { id: 'way', name: 'Way', fieldType: 'Dropdown', options },
    { id: 'court', name: 'Court', fieldType: 'ShortText' },
    { id: 'amount', name: 'Amount', fieldType: 'Currency' },
    { id: 'insurer', name: 'Insurer', fieldType: 'ShortText' },
    { id: 'claims', name: 'Claims', fieldType: 'Decimal', default: 1 },
  ])
    expect((await caller.post('/v2/fields', field)).statusCode).toBe(201)
})

const when = (field: string, operator: string, value: unknown = null) => ({ field, operator, value })
const form = {
  parts: [
    { field: 'way', help: '  Ask us if you do not know.  ' },
    { field: 'court', required: true, when: when('way', 'eq', 'Court') },
    { field: 'amount' },
    {
      group: { title: 'Large' },
      parts: [{ field: 'insurer', required: true }, { field: 'claims' }],
      when: when('amount', 'ge', 1000),
    },
  ],
}
const open = (fields: object) =>
  caller.post('/v2/matters', { type: { id: Number(type.split('/').at(-1)) }, name: 'One', fields })
const refused = async (fields: object) => {
  const answer = await open(fields)
  return [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})]
}

test('a condition and a help are part of a form, and what was read can be sent back [T-8]', async () => {
  const put = await caller.put(`${type}/forms/create`, form)
  expect(put.statusCode, put.body).toBe(204)
  const read = (await caller.get(`${type}/forms/create`)).json<{ parts: object[] }>()
  expect(read.parts).toMatchObject([
    { field: { id: 'way' }, help: 'Ask us if you do not know.', when: null },
    { when: { field: 'way', operator: 'eq', value: 'Court' } },
    { when: null },
    { group: { title: 'Large' }, when: { field: 'amount', operator: 'ge', value: '1000' } },
  ])
  const again = await caller.put(`${type}/forms/create`, read)
  expect([again.statusCode, again.headers.etag]).toEqual([204, '"1"'])
  const { items } = (await caller.get(`${type}/forms/create/versions`)).json<{
    items: { parts: object[] }[]
  }>()
  expect(items[0]?.parts[1]).toMatchObject({ field: 'court', when: { field: 'way', value: 'Court' } })
})

test('what is not shown is neither required nor accepted, and has no default [T-8]', async () => {
  await caller.put(`${type}/forms/create`, form)
  await caller.put(`${type}/forms/details`, {
    parts: form.parts.map((part) =>
      'group' in part ? { group: part.group, parts: part.parts } : { field: part.field },
    ),
  })
  expect(await refused({ way: 'Court' })).toEqual([400, ['fields.court']])
  expect(await refused({ way: 'Arbitration', court: 'High Court' })).toEqual([400, ['fields.court']])
  expect(await refused({ amount: 1000 })).toEqual([400, ['fields.insurer']])
  expect(await refused({ insurer: 'Quay Mutual' })).toEqual([400, ['fields.insurer']])
  const small = await open({ way: 'Arbitration', amount: 999.99, court: null })
  expect(small.statusCode, small.body).toBe(201)
  const fieldsOf = async (address: string) =>
    (await caller.get(address)).json<{ fields: Record<string, unknown> }>().fields
  expect((await fieldsOf(String(small.headers.location)))['claims'] ?? null).toBeNull()
  const large = await open({ way: 'Court', court: 'High Court', amount: 1000, insurer: 'Quay Mutual' })
  expect(large.statusCode, large.body).toBe(201)
  expect(await fieldsOf(String(large.headers.location))).toMatchObject({ court: 'High Court', claims: 1 })
})

test('on a record, a required field can be cleared once it is not shown any more [T-8]', async () => {
  await caller.put(`${type}/forms/details`, { parts: form.parts.slice(0, 2) })
  const matter = String((await open({ way: 'Court', court: 'High Court' })).headers.location)
  expect((await caller.patch(matter, { fields: { court: null } })).statusCode).toBe(400)
  expect((await caller.patch(matter, { fields: { way: 'Arbitration', court: null } })).statusCode).toBe(204)
})

test('a condition is about a field above it, with a value of its kind [T-8]', async () => {
  const wrong = async (part: object, first: object[] = [{ field: 'way' }, { field: 'amount' }]) => {
    const answer = await caller.put(`${type}/forms/create`, { parts: [...first, part] })
    return Object.keys(answer.json<{ errors?: object }>().errors ?? {})
  }
  const court = { field: 'court' }
  expect(await wrong({ ...court, when: when('court', 'filled') })).toEqual(['parts[2].when.field'])
  expect(await wrong({ ...court, when: when('insurer', 'filled') })).toEqual(['parts[2].when.field'])
  expect(await wrong({ ...court, when: when('way', 'eq', 'Nowhere') })).toEqual(['parts[2].when.value'])
  expect(await wrong({ ...court, when: when('way', 'ge', 'Court') })).toEqual(['parts[2].when.operator'])
  expect(await wrong({ ...court, when: when('amount', 'ge', 'much') })).toEqual(['parts[2].when.value'])
  expect(await wrong({ ...court, when: when('amount', 'like', '1') })).toEqual(['parts[2].when'])
  expect(await wrong({ group: { title: 'A' }, parts: [], when: when('amount', 'filled', '1') })).toEqual([
    'parts[2].when',
  ])
  expect(await wrong({ ...court, help: 'x'.repeat(4_001) })).toEqual(['parts[2].help'])
  // without the field that it is about, a part is always shown
  await caller.put(`${type}/forms/create`, form)
  await caller.delete('/v2/fields/way')
  const { parts: left } = (await caller.get(`${type}/forms/create`)).json<{ parts: object[] }>()
  expect(left[0]).toMatchObject({ field: { id: 'court' }, when: null })
})
