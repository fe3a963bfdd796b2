// v2 of the options of fields.
import { beforeEach, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { allOfV2, askV2, expectOrders, expectPlainEvaluation } from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { createDepartment } from '../../identity/organisations/commands/create-department.ts'
import { systemActor } from '../../platform/events/change.ts'
import { createEntity } from '../../contracts/commands/create-entity.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { optionListing } from '../option-rows.ts'
import { optionProperties } from './options.wire.ts'

const parts = useTestApp()

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

const field = (type: 'Dropdown' | 'CheckboxList' | 'List' | 'Lookup', labels: readonly string[], more = {}) =>
  insertFieldOn(
    parts.app,
    { organisationId, form: 'ContractDetails', templateId },
    { title: 'Law', type, options: labels.map((label) => ({ label })), ...more },
  )

const path = '/v2/fields/law/options'
const valuesOf = async () => (await allOfV2(caller, path)).map(({ value }) => value)

describe('options', () => {
  test('are listed in their order by the name or the number of the field, filtered, sorted and paged [V-210]', async () => {
    const id = await field('Dropdown', ['Norway', 'Åland', 'denmark', "it's 100%"])
    const option = (label: string) => ({ label, value: label, properties: null })
    const all = ['Norway', 'Åland', 'denmark', "it's 100%"].map(option)
    for (const name of ['law', 'LAW', String(id)]) {
      expect(await askV2(caller, `/v2/fields/${name}/options`)).toEqual({ items: all })
    }
    expect(await askV2(caller, path, { $filter: "Label eq 'it''s 100%'", $count: 'true' })).toEqual({
      items: [option("it's 100%")],
      count: 1,
    })
    const filtered = await askV2(caller, path, { $filter: "contains(Value,'A')", $orderby: 'Label desc' })
    expect(filtered.items.map(({ label }) => label)).toEqual(['Åland', 'Norway', 'denmark'])
    const pages = await allOfV2(caller, path, { $top: '3' })
    expect(pages).toEqual(all)
    expect((await askV2(caller, path, { $skip: '1', $top: '1' })).items).toEqual([option('Åland')])
    expect((await caller.get(`${path}?$filter=Colour eq 'x'`)).statusCode).toBe(400)
  })

  test('of a lookup come by label, by its thousands [V-210]', async () => {
    const labels = Array.from({ length: 450 }, (_, index) => `Client ${String(450 - index).padStart(4, '0')}`)
    await field('Lookup', labels, { multiple: true })
    const listed = (await allOfV2(caller, path, { $top: '200' })).map(({ label }) => label)
    expect(listed).toEqual(labels.toReversed())
  })

  test('of a field that refers to departments or entities are those; they are changed elsewhere [V-211]', async () => {
    const { app } = parts
    const operator = systemActor('test')
    const departmentId = await createDepartment(app, operator, { organisationId, name: 'Claims' })
    await insertField(app, { organisationId, title: 'Unit', type: 'Department' })
    await insertField(app, { organisationId, title: 'Party', type: 'ContractEntity' })
    const entity = await createEntity(app, await actorFor(app, admin), 'Zephyr')
    const claims = { label: 'Claims', value: String(departmentId), properties: null }
    expect(await askV2(caller, '/v2/fields/unit/options')).toEqual({ items: [claims] })
    expect((await caller.get(`/v2/fields/unit/options/${departmentId}`)).json()).toEqual(claims)
    const below = await createDepartment(app, operator, {
      organisationId,
      name: 'Marine',
      parentId: departmentId,
    })
    const marine = { label: 'Marine', value: String(below), properties: null, parentId: departmentId }
    expect(await askV2(caller, '/v2/fields/unit/options')).toEqual({ items: [claims, marine] })
    expect((await askV2(caller, '/v2/fields/party/options')).items).toEqual([
      expect.objectContaining({ label: 'Zephyr' }),
    ])
    expect(entity).toBeDefined()
    for (const refused of [
      await caller.post('/v2/fields/unit/options', { label: 'x' }),
      await caller.patch(`/v2/fields/unit/options/${departmentId}`, { label: 'x' }),
      await caller.delete(`/v2/fields/unit/options/${departmentId}`),
    ]) {
      expect(refused.statusCode).toBe(400)
      expect(refused.json<{ detail: string }>().detail).toContain('departments')
    }
  })

  test('of a field of a type without options are refused; of what is not there they are not found [V-392]', async () => {
    await insertField(parts.app, { organisationId, title: 'Note', type: 'ShortText' })
    await field('Dropdown', ['A'])
    for (const missing of ['/v2/fields/none/options', '/v2/fields/2147483648/options', `${path}/none`])
      expect((await caller.get(missing)).statusCode, missing).toBe(404)
    for (const path of ['/v2/fields/note/options', '/v2/fields/note/options/x']) {
      const refused = await caller.get(path)
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        expect.stringContaining('ShortText: it has no options'),
      ])
    }
    expect((await caller.post('/v2/fields/note/options', { label: 'x' })).statusCode).toBe(404)
  })
})

describe('adding an option', () => {
  test('puts it at the end, and answers where it is, whatever its text [V-212]', async () => {
    await field('Dropdown', ['A'])
    const label = 'né "50% / ö" ?#&'
    const added = await caller.post(path, { label, properties: { code: 7, tags: ['x'] } })
    expect([added.statusCode, added.json()]).toEqual([201, { value: label }])
    const read = await caller.get(added.headers.location ?? '')
    expect(read.json()).toEqual({ label, value: label, properties: { code: 7, tags: ['x'] } })
    expect(await valuesOf()).toEqual(['A', label])
  })

  test('that is there in any case is a conflict; what is wrong is refused by name [V-213]', async () => {
    await field('CheckboxList', ['Alpha'])
    expect((await caller.post(path, { label: ' ALPHA ' })).statusCode).toBe(409)
    const wrong: [object, string][] = [
      [{}, 'label'],
      [{ label: null }, 'label'],
      [{ label: '' }, 'label'],
      [{ label: 'x'.repeat(256) }, 'label'],
      [{ label: 'a\nb' }, 'label'],
      [{ label: 'b', properties: 'x' }, 'properties'],
      [{ label: 'b', properties: { big: 'x'.repeat(17_000) } }, 'properties'],
      [{ label: 'b', colour: 'red' }, 'colour'],
    ]
    for (const [body, name] of wrong) {
      const answer = await caller.post(path, body)
      expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
        400,
        { [name]: [expect.any(String)] },
      ])
    }
    expect(await valuesOf()).toEqual(['Alpha'])
  })

  test('is for administrators, and for everybody where users can add options', async () => {
    await field('Lookup', ['A'], { canAddOptions: true })
    await field('Dropdown', ['A'], { apiName: 'closed' })
    const other = await callerFor(parts, await createUser(parts.app, { organisationId }))
    expect((await other.post(path, { label: 'B' })).statusCode).toBe(201)
    expect((await other.post('/v2/fields/closed/options', { label: 'B' })).statusCode).toBe(403)
    expect((await other.patch(`${path}/1`, { label: 'B' })).statusCode).toBe(403)
  })
})

describe('changing an option', () => {
  test('gives it another label; its value stays, and so does what records hold [V-214]', async () => {
    await field('Dropdown', ['Norway', 'Sweden'])
    const contractId = await insertContract(parts.app, { owner: admin, templateId })
    const contract = `/v2/contracts/${contractId}`
    await caller.patch(contract, { fields: { law: { value: 'norway' } } })
    const changed = await caller.patch(`${path}/NORWAY`, { label: ' Kingdom of Norway ' })
    expect(changed.statusCode, changed.body).toBe(204)
    expect((await caller.get(contract)).json()).toMatchObject({
      fields: { law: { value: 'Norway', label: 'Kingdom of Norway' } },
    })
    expect((await caller.patch(`${path}/norway`, { label: 'SWEDEN' })).statusCode).toBe(409)
    expect((await caller.patch(`${path}/norway`, { label: null })).statusCode).toBe(400)
    expect((await caller.patch(`${path}/norway`, { value: 'x' })).statusCode).toBe(204)
    expect(await valuesOf()).toEqual(['Norway', 'Sweden'])
  })

  test('merges what integrations keep with it; a change that changes nothing leaves no trace [V-215]', async () => {
    await field('Dropdown', ['A'])
    const one = `${path}/A`
    const patch = (properties: unknown) => caller.patch(one, JSON.stringify({ properties }), mergePatch)
    const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } }
    const kept = async () => (await caller.get(one)).json<{ properties: unknown }>().properties
    expect((await patch({ a: 1, deep: { x: 1, y: 2 } })).statusCode).toBe(204)
    expect((await patch({ a: null, deep: { x: null, z: [1, null] }, __proto__: 3 })).statusCode).toBe(204)
    expect(await kept()).toEqual({ deep: { y: 2, z: [1, null] } })
    const before = await eventsOf(parts.app, organisationId)
    expect((await patch({ deep: { y: 2 } })).statusCode).toBe(204)
    expect(await eventsOf(parts.app, organisationId)).toEqual(before)
    expect((await patch(null)).statusCode).toBe(204)
    expect(await kept()).toBeNull()
    expect((await eventsOf(parts.app, organisationId)).at(-1)?.[0]).toBe('field.option.changed')
  })
})

describe('deleting an option', () => {
  test('takes it from the field; one that records use is a conflict with their number [V-216]', async () => {
    await field('CheckboxList', ['A', 'B', 'C'], { default: ['A', 'C'] })
    for (const value of [['A'], ['A', 'B']]) {
      const id = await insertContract(parts.app, { owner: admin, templateId })
      const law = value.map((each) => ({ value: each }))
      expect((await caller.patch(`/v2/contracts/${id}`, { fields: { law } })).statusCode).toBe(204)
    }
    const refused = await caller.delete(`${path}/a`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<{ detail: string }>().detail).toContain('2 records use')
    expect((await caller.delete(`${path}/c`)).statusCode).toBe(204)
    expect((await caller.delete(`${path}/c`)).statusCode).toBe(404)
    expect(await valuesOf()).toEqual(['A', 'B'])
    expect((await caller.post(path, { label: 'C' })).statusCode).toBe(201)
  })

  test('while a record takes it: either the record has it, or it is gone [V-216]', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await insertContract(parts.app, { owner: admin, templateId })
      if (round === 0) await field('Dropdown', ['A', 'B'])
      else await caller.post(path, { label: 'B' })
      const [written, deleted] = await Promise.all([
        caller.patch(`/v2/contracts/${id}`, { fields: { law: { value: 'B' } } }),
        caller.delete(`${path}/B`),
      ])
      expect([
        [204, 409],
        [400, 204],
      ]).toContainEqual([written.statusCode, deleted.statusCode])
      if (deleted.statusCode !== 204) {
        await caller.patch(`/v2/contracts/${id}`, { fields: { law: null } })
        expect((await caller.delete(`${path}/B`)).statusCode).toBe(204)
      }
    }
  })
})

test('every property and operator of options finds, and sorts, what a plain evaluation does [V-1]', async () => {
  const labels = ['Alpha', "it's 100%", 'under_score', 'back\\slash', 'Ünï', '日本語', '🙂', 'ALPHA beta']
  for (const type of ['Dropdown', 'Lookup'] as const) {
    const path = `/v2/fields/${await field(type, labels, { title: `Law ${type}` })}/options`
    const shown = await allOfV2(caller, path)
    expect(shown).toHaveLength(labels.length)
    const resource = { ...optionListing, properties: optionProperties }
    const list = { resource, shown, caller, path, key: 'value' }
    await expectPlainEvaluation(list)
    await expectOrders(list)
  }
})
