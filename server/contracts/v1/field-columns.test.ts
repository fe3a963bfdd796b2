// What a custom field may be asked in lists, and by whom.
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import type { FilterCase } from '../../../test/lists/naive-filter.ts'
import { askList } from '../../../test/lists/lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { NewField } from '../../fields/commands/create-field.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

const list = (caller: Caller, query: Readonly<Record<string, string | number>> = {}) =>
  askList(caller, contracts, query)

const filterOf = ({ field, operator, value }: FilterCase) => ({
  'filtering.field': field,
  'filtering.operator': operator,
  'filtering.value': value,
})

const letters = ['A', 'b', 'C', 'ab'].map((label) => ({ label }))
describe('what a field may be asked', () => {
  async function world() {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const user = await createUser(app, { organisationId })
    const templateId = await createContractTemplate(app, { organisationId })
    return { app, organisationId, user, templateId, caller: await callerFor(parts, user) }
  }

  test('depends on its type; unknown fields, headings and those of others are no columns', async () => {
    const { app, organisationId, caller } = await world()
    const there = await world()
    const make = (type: NewField['type'], more: object = {}) =>
      insertField(app, { organisationId, title: `Field ${type}`, type, ...more })
    const heading = await make('SectionHeader')
    const foreign = await insertField(app, { organisationId: there.organisationId, title: 'X', type: 'Date' })
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
        const answer = await caller.get(`${contracts}?${query}`)
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
      const answer = await caller.get(`${contracts}?${new URLSearchParams(query).toString()}`)
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

  test("built-in fields show the contract's own properties", async () => {
    const { app, organisationId, user, templateId, caller } = await world()
    const contractId = await insertContract(app, { owner: user, templateId, values: { restricted: true } })
    const owner = await insertField(app, {
      organisationId,
      title: 'Owner',
      type: 'ContractOwner',
      entityColumn: 'OwnerId',
    })
    const restricted = await insertField(app, {
      organisationId,
      title: 'R',
      type: 'Restricted',
      entityColumn: 'Restricted',
    })
    const fields = `field_${owner},field_${restricted}`
    const { data } = await list(caller, {
      fields,
      ...filterOf({ field: `field_${owner}`, operator: 'eq', value: user.id }),
    })
    expect(data).toEqual([
      { $id: '1', id: contractId, [`field_${owner}`]: { id: user.id }, [`field_${restricted}`]: true },
    ])
  })

  test('of a contract that is shown in outline only reveals nothing', async () => {
    const { app, organisationId, user, templateId } = await world()
    const form = { organisationId, form: 'ContractDetails', templateId } as const
    const secret = await insertFieldOn(app, form, { title: 'Secret', type: 'ShortText' })
    const marks = await insertFieldOn(app, form, { title: 'Marks', type: 'CheckboxList', options: letters })
    const ids = [
      await insertContract(app, { owner: user, templateId, values: { restricted: true } }),
      await insertContract(app, { owner: user, templateId, values: { restricted: true } }),
    ]
    const caller = await callerFor(parts, user)
    const values = [{ [`field_${secret}`]: 'b', [`field_${marks}`]: ['A'] }, { [`field_${secret}`]: 'a' }]
    for (const [index, body] of values.entries())
      expect((await caller.patch(`${contracts}/${ids[index]}/fields`, body)).statusCode).toBe(200)
    const admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
    const see = (query: Record<string, string>) => list(admin, { context: 'Restricted', ...query })
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
