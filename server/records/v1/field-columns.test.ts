// What a custom field may be asked in lists, and by whom.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import { askList } from '../../../test/lists/lists.ts'
import { filterOf } from '../../../test/lists/v1-lists.ts'
import { kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { NewField } from '../../fields/commands/create-field.ts'

const parts = useTestApp()
const letters = ['A', 'b', 'C', 'ab'].map((label) => ({ label }))
describe.each(kindsOf(parts))('what a field may be asked in lists of $kind', (of) => {
  test('depends on its type; unknown fields, headings and those of others are no columns', async () => {
    const { app } = parts
    const { organisationId, caller } = await worldOf(parts, of)
    const there = await createOrganisation(app)
    const make = (type: NewField['type'], more: object = {}) =>
      insertField(app, { organisationId, title: `Field ${type}`, type, ...more })
    const heading = await make('SectionHeader')
    const foreign = await insertField(app, { organisationId: there.id, title: 'X', type: 'Date' })
    for (const name of [
      `field_${heading}`,
      `field_${foreign}`,
      'field_999999',
      'field_0',
      'field_x',
      'field_99999999999',
    ]) {
      for (const query of [
        `fields=${name}`,
        `sorting.field=${name}`,
        `filtering.field=${name}&filtering.operator=eq&filtering.value=1`,
      ]) {
        const answer = await caller.get(`${of.v1}?${query}`)
        expect(answer.statusCode, query).toBe(400)
        expect(answer.body).toContain(name)
      }
    }
    const refused = async (field: number, operator: string, value: string) => {
      const query = {
        'filtering.field': `field_${field}`,
        'filtering.operator': operator,
        'filtering.value': value,
      }
      const answer = await caller.get(`${of.v1}?${new URLSearchParams(query).toString()}`)
      expect(answer.statusCode, `${operator} ${value}`).toBe(400)
    }
    await refused(await make('Decimal'), 'eq', 'much')
    await refused(await make('Date'), 'contains', '2026')
    await refused(await make('Checkbox'), 'lt', 'true')
    await refused(await make('User'), 'eq', 'me')
    await refused(await make('Department'), 'lt', '7')
    await refused(await make('Dropdown', { options: [{ label: 'A' }] }), 'eq', 'B')
    await refused(await make('Lookup', { multiple: true }), 'contains', 'A')
    await refused(await make('Lookup', { title: 'Single' }), 'contains', '7')
  })

  test("built-in fields show the record's own properties", async () => {
    const { app } = parts
    const { organisationId, owner, insert, caller } = await worldOf(parts, of)
    const id = await insert({ restricted: true })
    const builtIn = async (type: 'ContractOwner' | 'Restricted', entityColumn: 'OwnerId' | 'Restricted') =>
      `field_${await insertField(app, { organisationId, title: type, type, entityColumn })}`
    const hidden = await builtIn('Restricted', 'Restricted')
    const person = await builtIn('ContractOwner', 'OwnerId')
    const query = {
      fields: `${person},${hidden}`,
      ...filterOf({ field: person, operator: 'eq', value: owner.id }),
    }
    expect((await askList(caller, of.v1, query)).data).toEqual([
      { $id: '1', id, [person]: { id: owner.id }, [hidden]: true },
    ])
  })

  test('of a record that is shown in outline only reveals nothing', async () => {
    const { app } = parts
    const { organisationId, forms, insert, caller } = await worldOf(parts, of)
    const secret = await insertFieldOn(app, forms.details, { title: 'Secret', type: 'ShortText' })
    const marks = await insertFieldOn(app, forms.details, {
      title: 'Marks',
      type: 'CheckboxList',
      options: letters,
    })
    const ids = [await insert({ restricted: true }), await insert({ restricted: true })]
    const values = [{ [`field_${secret}`]: 'b', [`field_${marks}`]: ['A'] }, { [`field_${secret}`]: 'a' }]
    for (const [index, body] of values.entries())
      expect((await caller.patch(`${of.v1}/${ids[index]}/fields`, body)).statusCode).toBe(200)
    const admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
    const see = (query: Record<string, string>) => askList(admin, of.v1, { context: 'Restricted', ...query })
    const shown = await see({ fields: `field_${secret},field_${marks}` })
    const nothing = { [`field_${secret}`]: null, [`field_${marks}`]: [] }
    expect(shown.data).toMatchObject([nothing, nothing])
    const found = async (field: number, operator: string, value: string) =>
      (await see(filterOf({ field: `field_${field}`, operator, value }))).total
    expect(await found(secret, 'eq', 'b')).toBe(0)
    expect(await found(secret, 'neq', 'b')).toBe(2)
    expect(await found(secret, 'contains', '')).toBe(0)
    expect(await found(secret, 'doesnotcon', 'b')).toBe(2)
    expect(await found(secret, 'isnull', 'true')).toBe(2)
    expect(await found(secret, 'isnull', 'false')).toBe(0)
    expect(await found(marks, 'contains', 'A')).toBe(0)
    expect(await found(marks, 'neq', 'A')).toBe(2)
    for (const direction of ['asc', 'desc']) {
      const { data } = await see({ 'sorting.field': `field_${secret}`, 'sorting.direction': direction })
      expect(data.map(({ id }) => id)).toEqual(direction === 'asc' ? ids : ids.toReversed())
    }
  })
})
