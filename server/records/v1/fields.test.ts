// v1 of the custom fields of records: read, changed, and given to a new one.
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { insertFieldOn, insertGroupOn } from '../../../test/fixtures/fields.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { eventsOf, kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { FormKey } from '../../fields/form.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

interface FieldData {
  detailFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
  coreFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
}

describe.each(kinds)('$kind', (of) => {
  const { one, v1 } = of
  const isMatter = one === 'matter'
  let here: Awaited<ReturnType<typeof worldOf>>
  let id: number
  let details: FormKey
  let core: FormKey
  let create: FormKey
  beforeEach(async () => {
    here = await worldOf(parts, of)
    id = await here.insert(isMatter ? { manager_id: here.owner.id } : {})
    ;({ details, core, create } = here.forms)
  })

  const on = async (form: FormKey, ...[field]: [Parameters<typeof insertFieldOn>[2]]) =>
    `field_${await insertFieldOn(parts.app, form, field)}`
  const groupOn = async (form: FormKey, ...[name, within]: [string, number?]) => {
    const group = await insertGroupOn(parts.app, form, name, within)
    return { group, key: `group_${group}` }
  }
  const restricted = { title: 'Restricted', type: 'Restricted', entityColumn: 'Restricted' } as const

  async function read(which = id): Promise<FieldData> {
    const answer = await here.caller.get(`${v1}/${which}/fields`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<FieldData>()
  }
  const patch = (body: object, headers = {}) => here.caller.patch(`${v1}/${id}/fields`, body, { headers })
  const shown = async (which = id) => here.caller.get(`${v1}/${which}`)
  const changes = async () =>
    (await eventsOf(parts, here.organisationId, id, one)).map(({ name, facts }) => [name, facts['changes']])

  describe('the fields of one', () => {
    test('are those of its type and those of all records of the kind [C-51, M-41]', async () => {
      const law = await on(details, { title: 'Law', type: 'ShortText' })
      const value = await on(core, { title: 'Value', type: 'Currency' })
      const other = await of.makeType(here.organisationId, 'Other')
      await on(of.forms(here.organisationId, other).details, { title: 'Other', type: 'Date' })
      const { detailFields, coreFields } = await read()
      expect(detailFields).toMatchObject({
        schema: { order: [law], required: [] },
        model: { [law]: null },
      })
      expect(coreFields.model).toEqual({ [value]: null })
    })

    test('are empty where the organisation has designed none', async () => {
      const empty = { schema: { properties: {}, order: [], required: [] }, model: {} }
      expect(await read()).toEqual({ detailFields: empty, coreFields: empty })
    })
  })

  describe('changing fields', () => {
    test('by paths with and without their group, in one change with one event [C-50, C-52, M-42, M-51]', async () => {
      const money = await groupOn(details, 'Money')
      const more = await groupOn(details, 'More', money.group)
      const value = await on(details, { title: 'Value', type: 'Currency', within: more.group })
      const law = await on(details, { title: 'Law', type: 'ShortText', within: money.group })
      const ended = await on(core, { title: 'Ended', type: 'Checkbox' })
      const answer = await patch([
        { op: 'add', path: `/${money.key}/${more.key}/${value}`, value: 12.5 },
        { op: 'test', path: `/${law}`, value: null },
        { op: 'replace', path: law, value: 'French' },
        { op: 'replace', path: `/${ended.replace('f', 'F')}`, value: true },
      ])
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      const { detailFields, coreFields } = await read()
      expect(detailFields.model).toEqual({ [money.key]: { [law]: 'French', [more.key]: { [value]: 12.5 } } })
      expect(coreFields.model).toEqual({ [ended]: true })
      const facts = {
        [value]: { from: null, to: 12.5 },
        [law]: { from: null, to: 'French' },
        [ended]: { from: null, to: true },
      }
      expect(await changes()).toEqual([[`${one}.updated`, facts]])
    })

    test('as a plain object in the shape of the model; what changes nothing is no event [C-52]', async () => {
      const { key, group } = await groupOn(details, 'Money')
      const value = await on(details, { title: 'Value', type: 'Currency', within: group })
      expect((await here.caller.get(`${v1}/${id}/fields`)).headers['etag']).toMatch(/^"1-/)
      const body = { [key]: { [value]: 3 } }
      for (let i = 0; i < 2; i++) expect((await patch(body)).statusCode).toBe(200)
      expect((await read()).detailFields.model).toEqual(body)
      expect(await changes()).toHaveLength(1)
      expect((await patch([{ op: 'remove', path: `/${key}/${value}` }])).statusCode).toBe(200)
      expect((await read()).detailFields.model).toEqual({ [key]: { [value]: null } })
      expect((await shown()).headers['etag']).toMatch(/^"3-/)
    })

    test('is all or nothing, reaches nothing but fields, and every wrong value is named [C-52, M-42]', async () => {
      const right = await on(details, { title: 'Right', type: 'Decimal' })
      const wrong = await on(details, { title: 'Wrong', type: 'Date' })
      const needed = await on(details, { title: 'Needed', type: 'LongText', required: true })
      const refused = async (operations: object[], status: number) => {
        const answer = await patch([{ op: 'replace', path: `/${right}`, value: 1 }, ...operations])
        expect(answer.statusCode, answer.body).toBe(status)
        expect((await read()).detailFields.model).toEqual({ [right]: null, [wrong]: null, [needed]: null })
        return answer.json<{ errors?: object }>().errors
      }
      const op = 'replace'
      const both = [
        { op, path: `/${wrong}`, value: 'soon' },
        { op, path: `/${needed}`, value: 7 },
      ]
      const errors = { [wrong]: [expect.anything()], [needed]: [expect.anything()] }
      expect(await refused(both, 400)).toEqual(errors)
      const others = ['/id', '/Name', '/organisationId', '/__proto__', '/schema', '']
      for (const path of ['/field_999999', `/group_1/${wrong}`, ...others])
        await refused([{ op, path, value: 1 }], 400)
      await refused([{ op: 'test', path: `/${wrong}`, value: '2026-01-01' }], 409)
      await refused([{ op: 'move', from: `/${right}`, path: `/${wrong}` }], 400)
      expect(await changes()).toEqual([])
    })

    test('to the version that was read only, when it is named [M-42]', async () => {
      const law = await on(details, { title: 'Law', type: 'ShortText' })
      const body = (value: string) => [{ op: 'replace', path: `/${law}`, value }]
      expect((await patch(body('Swiss'), { 'if-match': '"1"' })).statusCode).toBe(200)
      expect((await patch(body('Dutch'), { 'if-match': '"1"' })).statusCode).toBe(412)
      expect((await read()).detailFields.model).toEqual({ [law]: 'Swiss' })
    })

    test('sets the properties that built-in fields show, by their own rules [D-33]', async () => {
      const { organisationId } = here
      const hidden = await on(core, restricted)
      expect((await patch({ [hidden]: true })).statusCode).toBe(200)
      expect((await shown()).json()).toMatchObject({ restricted: true })
      expect(await changes()).toHaveLength(1)
      // nobody restricts one that they would not see any more
      expect((await patch({ [hidden]: false })).statusCode).toBe(200)
      const administrator = await createUser(parts.app, { organisationId, groups: [of.group] })
      const theirs = await callerFor(parts, administrator)
      expect((await theirs.patch(`${v1}/${id}/fields`, { [hidden]: true })).statusCode).toBe(403)
    })
  })

  describe('a new one', () => {
    test('takes the values of its form and of its other forms; the others begin with defaults [C-8, M-5]', async () => {
      const { key, group } = await groupOn(create, 'Terms')
      const rent = await on(create, { title: 'Rent', type: 'Currency', within: group, required: true })
      const law = await on(details, { title: 'Law', type: 'ShortText' })
      const years = await on(core, { title: 'Years', type: 'Decimal', default: 3 })
      const answer = await here.create({ fields: { [key]: { [rent]: 950.5 }, [law]: 'French' } })
      expect(answer.statusCode, answer.body).toBe(200)
      const { detailFields, coreFields } = await read(answer.json<number>())
      expect(detailFields.model).toEqual({ [law]: 'French' })
      expect(coreFields.model).toEqual({ [years]: 3 })
      expect(await here.topics(answer.json<number>())).toEqual([`${one}.created`])
    })

    test('without a required value, or with an unknown or wrong one, is not made, and each is named [C-8, M-5]', async () => {
      const rent = await on(create, { title: 'Rent', type: 'Currency', required: true })
      const cost = await on(core, { title: 'Cost', type: 'Currency' })
      const unreadable = isMatter ? [] : [{ fields: '{not json', names: ['Fields'] }]
      for (const { fields, names } of [
        { fields: undefined, names: [rent] },
        { fields: {}, names: [rent] },
        { fields: { [rent]: 'much', [cost]: 'much' }, names: [rent, cost] },
        { fields: { [rent]: 1, field_999999: 1 }, names: ['field_999999'] },
        ...unreadable,
        { fields: [1], names: [isMatter ? 'fields' : 'Fields'] },
      ]) {
        const answer = await here.create(fields === undefined ? {} : { fields })
        expect(answer.statusCode, answer.body).toBe(400)
        const errors = Object.keys(answer.json<{ errors: object }>().errors)
        expect(errors.toSorted()).toEqual(names.toSorted())
      }
      expect((await here.caller.get(v1)).json()).toMatchObject({ total: 1 })
      expect((await here.create({ fields: { [rent]: 1 } })).statusCode).toBe(200)
    })

    test('is described by the schema of the form of its type [C-11, M-2]', async () => {
      const [rangeStart, rangeEnd, stepSize] = [0.5, 9.5, 0.5]
      const range = { rangeStart, rangeEnd, stepSize, default: 2 }
      const rent = await on(create, { title: 'Rent', type: 'Slider', required: true, ...range })
      const why = await on(create, { title: 'Why', type: 'LongText', required: true })
      const path = (typeId: number | string) =>
        isMatter
          ? `/matter-apis/v1/mattercategories/${typeId}/createSchema`
          : `/contract-apis/v1/contractsTemplates/${typeId}/uploadSchema`
      const slider = { lawvuType: 4, minimum: 0.5, maximum: 9.5, step: 0.5 }
      expect((await here.caller.get(path(here.typeId))).json()).toEqual({
        schema: {
          properties: {
            [rent]: expect.objectContaining(slider),
            [why]: expect.objectContaining({ title: 'Why', lawvuType: 3, type: 'string' }),
          },
          order: [rent, why],
          required: [rent, why],
        },
        model: { [rent]: 2, [why]: null },
      })
      for (const each of [(await worldOf(parts, of)).typeId, 'x', 0])
        expect((await here.caller.get(path(each))).statusCode).toBe(404)
    })
  })

  if (isMatter) {
    test('the fields follow the category [M-41]', async () => {
      const court = await on(details, { title: 'Court', type: 'ShortText' })
      await patch({ [court]: 'High Court' })
      const other = await of.makeType(here.organisationId, 'Other')
      await here.caller.patch(`${v1}/${id}`, { CategoryId: other })
      expect((await read()).detailFields.model).toEqual({})
      await here.caller.patch(`${v1}/${id}`, { CategoryId: here.typeId })
      expect((await read()).detailFields.model).toEqual({ [court]: 'High Court' })
    })

    test('what built-in fields show is set with a new one, unless it is given as well', async () => {
      const fields = { [await on(create, restricted)]: true }
      for (const [given, expected] of [
        [{ fields }, true],
        [{ fields, restricted: false }, false],
      ] as const) {
        const made = (await here.create(given)).json<number>()
        expect((await shown(made)).json()).toMatchObject({ restricted: expected })
      }
    })

    test('a category that is out of use describes no new one [M-2]', async () => {
      const deleted_at = new Date('2026-01-01T00:00:00Z')
      const deleted = await insertCategory(parts.app, here.organisationId, { deleted_at })
      const path = `/matter-apis/v1/mattercategories/${deleted}/createSchema`
      expect((await here.caller.get(path)).statusCode).toBe(404)
    })
  } else {
    test('a built-in field shows the owner, and sets another one in one change [C-51, D-33]', async () => {
      const heir = await createUser(parts.app, { organisationId: here.organisationId })
      const field = { title: 'Owner', type: 'ContractOwner', entityColumn: 'OwnerId' } as const
      const person = await on(core, { ...field, category: 'Lawvu' })
      const hidden = await on(core, restricted)
      expect((await read()).coreFields.model).toMatchObject({ [person]: { id: here.owner.id } })
      const answer = await patch({ [person]: { id: heir.id }, [hidden]: true })
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await shown()).json()).toMatchObject({ ownerId: heir.id, restricted: true })
      const heirs = await callerFor(parts, heir)
      expect((await heirs.get(`${v1}/${id}/fields`)).statusCode).toBe(200)
      expect(await changes()).toHaveLength(1)
    })
  }
})
