import { beforeEach, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { recountAll } from '../../../test/lists/counts.ts'

const parts = useTestApp()
const lookups = '/field-apis/v1/lookupFields'
const contracts = '/contract-apis/v1/contracts'

let organisationId: number
let templateId: number
let admin: TestUser
let caller: Caller
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  admin = await createUser(app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
  templateId = await createContractTemplate(app, { organisationId })
})

async function lookup(
  labels: readonly string[],
  more: { multiple?: boolean; canAddOptions?: boolean; default?: unknown } = {},
) {
  const { app } = parts
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const options = labels.map((label) => ({ label }))
  const id = await insertFieldOn(app, form, {
    title: 'Client',
    type: 'Lookup',
    multiple: true,
    options,
    ...more,
  })
  return { id, key: `field_${id}`, ids: await optionIdsOf(app, organisationId, id) }
}

/** A contract of the administrator with a value of the field. */
async function contractWith(key: string, value: unknown): Promise<number> {
  const id = await insertContract(parts.app, { owner: admin, templateId })
  const answer = await caller.patch(`${contracts}/${id}/fields`, { [key]: value })
  expect(answer.statusCode, answer.body).toBe(200)
  return id
}

const valueOf = async (contractId: number, key: string) =>
  (await caller.get(`${contracts}/${contractId}/fields`)).json<{
    detailFields: { model: Record<string, unknown> }
  }>().detailFields.model[key]

const choicesOf = async (id: number) =>
  (await caller.get(`${lookups}/${id}/choices`)).json<{ results: { id: number; label: string }[] }>().results

async function colleague() {
  return callerFor(parts, await createUser(parts.app, { organisationId }))
}

describe('choices', () => {
  test('are listed by label, searched and paged; of a single lookup their ids are texts [D-50]', async () => {
    const { id, ids } = await lookup(['zeta', 'Alpha', '100%', 'beta'])
    const page = async (query: string) =>
      (await caller.get(`${lookups}/${id}/choices?${query}`)).json<object>()
    const one = (label: string) => ({ id: ids[label], label })
    expect(await page('')).toEqual({ skip: 0, take: 50, results: ['100%', 'Alpha', 'beta', 'zeta'].map(one) })
    expect(await page('skip=1&take=2')).toEqual({ skip: 1, take: 2, results: ['Alpha', 'beta'].map(one) })
    expect(await page('search=ETA')).toMatchObject({ results: ['beta', 'zeta'].map(one) })
    expect(await page('search=%25')).toMatchObject({ results: [one('100%')] })
    expect(await page('search=none')).toMatchObject({ results: [] })
    for (const wrong of ['take=0', 'take=1001', 'skip=-1'])
      expect((await caller.get(`${lookups}/${id}/choices?${wrong}`)).statusCode).toBe(400)
    expect((await caller.get(`${lookups}/${id}/choices/single`)).statusCode).toBe(400)
  })

  test('of a single lookup have ids in text [D-51]', async () => {
    const { app } = parts
    const form = { organisationId, form: 'ContractDetails', templateId } as const
    const id = await insertFieldOn(app, form, {
      title: 'Law',
      type: 'Lookup',
      options: [{ label: 'French' }],
    })
    const ids = await optionIdsOf(app, organisationId, id)
    const french = { id: String(ids['French']), label: 'French' }
    const path = `${lookups}/${id}/choices/single`
    expect((await caller.get(path)).json()).toEqual({ skip: 0, take: 50, results: [french] })
    const added = await caller.post(`${lookups}/${id}/choice/single`, { Label: ' Swiss ' })
    expect(added.json()).toEqual({ id: expect.stringMatching(/^\d+$/), label: 'Swiss' })
    expect((await caller.get(`${path}?search=swi`)).json()).toMatchObject({ results: [added.json()] })
    expect((await caller.post(`${lookups}/${id}/choices`, { label: 'Dutch' })).statusCode).toBe(400)
  })

  test('of what is no lookup are not found [D-61]', async () => {
    const form = { organisationId, form: 'ContractDetails', templateId } as const
    const id = await insertFieldOn(parts.app, form, {
      title: 'List',
      type: 'List',
      options: [{ label: 'A' }],
    })
    for (const path of [`${id}/choices`, '999999/choices', 'x/choices', '2147483648/choices/single'])
      expect((await caller.get(`${lookups}/${path}`)).statusCode).toBe(404)
  })
})

describe('adding a choice', () => {
  test('is for administrators, and for everyone where the field allows it [D-52, D-53, D-54]', async () => {
    const closed = await lookup(['A'])
    const other = await colleague()
    expect((await other.post(`${lookups}/${closed.id}/choices`, { label: 'B' })).statusCode).toBe(403)
    const added = await caller.post(`${lookups}/${closed.id}/choices`, { label: 'B' })
    expect([added.statusCode, added.json()]).toEqual([200, { id: expect.any(Number), label: 'B' }])
    expect((await choicesOf(closed.id)).map(({ label }) => label)).toEqual(['A', 'B'])
  })

  test('that the field has already is a conflict, in any case; one without a label is refused [D-55]', async () => {
    const { id } = await lookup(['Acme'], { canAddOptions: true })
    const other = await colleague()
    expect((await other.post(`${lookups}/${id}/choices`, { label: 'Brix' })).statusCode).toBe(200)
    for (const label of ['ACME', ' acme ', 'brix'])
      expect((await other.post(`${lookups}/${id}/choices`, { label })).statusCode).toBe(409)
    for (const body of [{}, { label: null }, { label: ' ' }, { label: 'a\nb' }, { label: 'x'.repeat(256) }])
      expect((await other.post(`${lookups}/${id}/choices`, body)).statusCode).toBe(400)
    expect(await choicesOf(id)).toHaveLength(2)
  })

  test('of one label by two at the same time makes one [D-55]', async () => {
    const { id } = await lookup([], { canAddOptions: true })
    const answers = await Promise.all(
      [1, 2, 3].map(() => caller.post(`${lookups}/${id}/choices`, { label: 'Acme' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })
})

describe('deleting a choice', () => {
  test('takes it from the field and from what new records begin with [D-56]', async () => {
    const { id, ids } = await lookup(['A', 'B'], { default: ['A', 'B'] })
    expect((await caller.delete(`${lookups}/${id}/choices/${ids['A']}`)).statusCode).toBe(200)
    expect(await choicesOf(id)).toEqual([{ id: ids['B'], label: 'B' }])
    expect((await caller.get(`/field-apis/v1/fields/${id}`)).json()).toMatchObject({
      parameters: { default: [ids['B']] },
    })
    expect((await caller.delete(`${lookups}/${id}/choices/${ids['A']}`)).statusCode).toBe(404)
    expect((await caller.post(`${lookups}/${id}/choices`, { label: 'A' })).statusCode).toBe(200)
  })

  test('that records use is a conflict with their number, and changes nothing [D-57]', async () => {
    const { id, key, ids } = await lookup(['A', 'B'])
    for (const value of [[ids['A']], [ids['A'], ids['B']]]) await contractWith(key, value)
    const refused = await caller.delete(`${lookups}/${id}/choices/${ids['A']}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<{ detail: string }>().detail).toContain('2 records use')
    expect((await caller.delete(`${lookups}/${id}/choices/${ids['B']}`)).json()).toMatchObject({
      detail: expect.stringContaining('1 record uses'),
    })
    expect(await choicesOf(id)).toHaveLength(2)
  })
})

describe('merging a choice', () => {
  const events = async () =>
    parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('name', 'in', ['contract.updated', 'field.options.merged'])
      .orderBy('id')
      .select(['name', 'subject_id', 'facts'])
      .execute()

  test.each([
    ['a move', (id: number) => [{ op: 'move', from: '/Id', path: `/${id}` }]],
    ['a replace', (id: number) => [{ op: 'replace', path: 'Id', value: id }]],
    ['a replace of a text', (id: number) => [{ Op: 'Replace', Path: '/id', Value: String(id) }]],
    ['a plain object', (id: number) => ({ Id: id })],
  ])('as %s gives every record the other one, each once [D-58, D-59]', async (_, body) => {
    const { id, key, ids } = await lookup(['A', 'B', 'C'], { default: ['A', 'C'] })
    const [a, b, c] = [Number(ids['A']), Number(ids['B']), Number(ids['C'])]
    const only = await contractWith(key, [a])
    const both = await contractWith(key, [a, b, c])
    const neither = await contractWith(key, [c])
    const before = (await events()).length
    const answer = await caller.patch(`${lookups}/${id}/choices/${a}`, body(b))
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(await valueOf(only, key)).toEqual([b])
    expect(await valueOf(both, key)).toEqual([b, c])
    expect(await valueOf(neither, key)).toEqual([c])
    expect((await choicesOf(id)).map(({ label }) => label)).toEqual(['B', 'C'])
    const added = (await events()).slice(before)
    expect(added.map(({ name, subject_id }) => [name, subject_id])).toEqual([
      ['field.options.merged', null],
      ['contract.updated', only],
      ['contract.updated', both],
    ])
    expect(added[2]?.facts).toMatchObject({ changes: { [key]: { from: [a, b, c], to: [b, c] } } })
    expect((await caller.get(`${contracts}/${only}`)).headers['etag']).toMatch(/^"3-/)
    expect((await caller.get(`${contracts}/${neither}`)).headers['etag']).toMatch(/^"2-/)
    expect((await caller.get(`/field-apis/v1/fields/${id}`)).json()).toMatchObject({
      parameters: { default: [c, b] },
    })
  })

  test('into itself, into nothing, into that of another field, or anything but a merge, is refused [D-60]', async () => {
    const { id, key, ids } = await lookup(['A', 'B'])
    const a = Number(ids['A'])
    const contract = await contractWith(key, [a])
    const form = { organisationId, form: 'ContractCore' } as const
    const elsewhere = await insertFieldOn(parts.app, form, {
      title: 'Other',
      type: 'Lookup',
      options: [{ label: 'A' }],
    })
    const foreign = await optionIdsOf(parts.app, organisationId, elsewhere)
    for (const body of [
      { Id: a },
      { Id: 999_999_999 },
      { Id: foreign['A'] },
      { Id: 'B' },
      { label: 'New' },
      [],
      [{ op: 'remove', path: '/Id' }],
      [{ op: 'replace', path: '/label', value: 'New' }],
      [{ op: 'move', from: '/label', path: `/${ids['B']}` }],
      [{ op: 'move', from: '/Id', path: '/B' }],
      [
        { op: 'replace', path: 'Id', value: ids['B'] },
        { op: 'replace', path: 'Id', value: ids['B'] },
      ],
    ]) {
      const answer = await caller.patch(`${lookups}/${id}/choices/${a}`, body)
      expect(answer.statusCode, JSON.stringify(body)).toBe(400)
    }
    expect((await caller.patch(`${lookups}/${id}/choices/${foreign['A']}`, { Id: a })).statusCode).toBe(404)
    expect(await valueOf(contract, key)).toEqual([a])
    expect(await choicesOf(id)).toHaveLength(2)
  })

  test('reaches thousands of records at once [D-58]', async () => {
    const { id, key, ids } = await lookup(['A', 'B'], { multiple: true })
    const { app } = parts
    const first = await contractWith(key, [ids['A']])
    const count = 2_500
    await internalTransaction(app, async (tx, now) => {
      const row = { organisation_id: organisationId, name: 'Many', status: 'Draft', template_id: templateId }
      const times = { created_at: now, updated_at: now, last_activity_at: now }
      const made = await tx
        .insertInto('contracts')
        .values(
          Array.from({ length: count }, () => ({
            ...row,
            ...times,
            owner_id: admin.id,
            created_by: admin.id,
          })),
        )
        .returning('id')
        .execute()
      await tx
        .insertInto('field_values')
        .values(
          made.map((contract) => ({
            organisation_id: organisationId,
            record_kind: 'contract',
            record_id: contract.id,
            field_id: id,
            ordinal: 0,
            option_id: Number(ids['A']),
          })),
        )
        .execute()
    })
    await recountAll(app)
    const answer = await caller.patch(`${lookups}/${id}/choices/${ids['A']}`, { Id: ids['B'] })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await valueOf(first, key)).toEqual([ids['B']])
    const updated = (await events()).filter(({ name }) => name === 'contract.updated')
    expect(updated).toHaveLength(count + 2)
  })
})
