// What one version writes into a field the other one reads, for each of the 24 types, on contracts and on matters.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { type FieldType, fieldTypes } from '../field.ts'

const parts = useTestApp()
const kinds = ['contract', 'matter'] as const

interface Sides {
  readonly v1: unknown
  /** As it is read; what is written may say less. */
  readonly v2: unknown
}

const world = {} as {
  owner: TestUser
  caller: Caller
  record: Record<(typeof kinds)[number], number>
  number: Map<string, number>
  options: Map<string, Record<string, number>>
  reference: Record<'Department' | 'Region' | 'ContractEntity' | 'InvoiceRecipient', number>
}

const choices: readonly FieldType[] = [
  'Dropdown',
  'RadioGroup',
  'Priority',
  'BillingMethod',
  'BillingIntention',
  'CheckboxList',
  'List',
  'Lookup',
]

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  world.owner = await createUser(app, { organisationId, role: 'Administrator' })
  world.caller = await callerFor(parts, world.owner)
  const templateId = await createContractTemplate(app, { organisationId })
  const categoryId = await insertCategory(app, organisationId)
  world.record = {
    contract: await insertContract(app, { owner: world.owner, templateId }),
    matter: await insertMatter(app, { owner: world.owner, categoryId }),
  }
  world.number = new Map()
  world.options = new Map()
  const forms = {
    contract: { organisationId, form: 'ContractDetails', templateId },
    matter: { organisationId, form: 'MatterDetails', categoryId },
  } as const
  for (const type of fieldTypes) {
    for (const kind of kinds) {
      const id = await insertFieldOn(app, forms[kind], {
        title: `${kind} ${type}`,
        apiName: `${kind}${type}`,
        type,
        ...(type === 'Slider' ? { rangeStart: -1, rangeEnd: 10, stepSize: 0.1 } : {}),
        ...(choices.includes(type) ? { options: [{ label: 'Öne "1"' }, { label: 'Two' }] } : {}),
      })
      world.number.set(`${kind}${type}`, id)
      if (choices.includes(type))
        world.options.set(`${kind}${type}`, await optionIdsOf(app, organisationId, id))
    }
  }
  world.reference = await internalTransaction(app, async (tx, now) => {
    const values = { organisation_id: organisationId, name: 'Thing', created_at: now, updated_at: now }
    const made = async (table: 'departments' | 'regions') =>
      (await tx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()).id
    const [department, region] = [await made('departments'), await made('regions')]
    const entity = await tx
      .insertInto('contract_entities')
      .values({ organisation_id: organisationId, name: 'Thing', created_by: world.owner.id, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const recipient = await tx
      .insertInto('invoice_recipients')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      Department: department,
      Region: region,
      ContractEntity: entity.id,
      InvoiceRecipient: recipient.id,
    }
  })
})

const same = (value: unknown): Sides => ({ v1: value, v2: value })

/** Values of a type, in both versions. */
function sidesOf(kind: string, type: FieldType): readonly Sides[] {
  const ids = world.options.get(`${kind}${type}`) ?? {}
  const label = 'Öne "1"'
  const [one, two] = [ids[label], ids['Two']]
  const option = (text: string, value: string) => ({ label: text, value })
  switch (type) {
    case 'ShortText':
      return ['Ünï 日本 🙂 "q" \\ %_\'', 'x'.repeat(255)].map(same)
    case 'LongText':
      return [same('line\nline\ttab 🙂'), same('x'.repeat(10_000))]
    case 'Slider':
      return [same(0.3), same(-1), same(10)]
    case 'Currency':
      return [same(1234567.89), same(-0.01), same(0)]
    case 'Decimal':
      return [same(9_007_199_254_740_991), same(0.1), same(1e-7), same(-9_007_199_254_740_991)]
    case 'Checkbox':
    case 'ConflictCheck':
    case 'Restricted':
      return [same(true), same(false)]
    case 'Date':
      return ['0001-01-01', '9999-12-31', '2028-02-29'].map(same)
    case 'CheckboxList':
      return [{ v1: [label, 'Two'], v2: [option(label, label), option('Two', 'Two')] }]
    case 'List':
      return [{ v1: [one, two], v2: [option(label, String(one)), option('Two', String(two))] }]
    case 'Lookup':
      return [{ v1: { id: String(two) }, v2: option('Two', String(two)) }]
    case 'Department':
    case 'Region':
    case 'ContractEntity':
    case 'InvoiceRecipient':
      return [{ v1: world.reference[type], v2: option('Thing', String(world.reference[type])) }]
    case 'User':
    case 'ContractOwner': {
      const { id, email, organisationId } = world.owner
      const person = { id, email, firstName: 'Robin', lastName: 'Marsh', organizationId: organisationId }
      return [{ v1: { id }, v2: person }]
    }
    case 'SectionHeader':
      return []
    default:
      return [{ v1: label, v2: option(label, label) }]
  }
}

function ways(kind: (typeof kinds)[number], type: FieldType) {
  const { caller, record, number } = world
  const [name, key] = [`${kind}${type}`, `field_${number.get(`${kind}${type}`)}`]
  const [v1, v2] = [`/${kind}-apis/v1/${kind}s/${record[kind]}/fields`, `/v2/${kind}s/${record[kind]}`]
  type Answer = { detailFields: { model: Record<string, unknown> } }
  return {
    v1: {
      write: (value: unknown) => caller.patch(v1, { [key]: value }),
      read: async () => (await caller.get(v1)).json<Answer>().detailFields.model[key],
    },
    v2: {
      write: (value: unknown) => caller.patch(v2, { fields: { [name]: value } }),
      read: async () => (await caller.get(v2)).json<{ fields: Record<string, unknown> }>().fields[name],
    },
  }
}

const withValues = kinds.flatMap((kind) =>
  fieldTypes.filter((type) => type !== 'SectionHeader').map((type) => [kind, type] as const),
)

describe('a value', () => {
  test.each(withValues)(
    'of a %s, type %s, is the same whichever version writes it [V-36]',
    async (kind, type) => {
      const { v1, v2 } = ways(kind, type)
      const empty = type === 'CheckboxList' || type === 'List' ? [] : null
      for (const sides of sidesOf(kind, type)) {
        const second = await v2.write(sides.v2)
        expect(second.statusCode, second.body).toBe(204)
        expect([await v1.read(), await v2.read()]).toEqual([sides.v1, sides.v2])
        const cleared = await v1.write(null)
        expect(cleared.statusCode, cleared.body).toBe(200)
        expect([await v1.read(), await v2.read()]).toEqual([empty, empty])
        const first = await v1.write(sides.v1)
        expect(first.statusCode, first.body).toBe(200)
        expect([await v1.read(), await v2.read()]).toEqual([sides.v1, sides.v2])
        expect((await v2.write(null)).statusCode).toBe(204)
        expect([await v1.read(), await v2.read()]).toEqual([empty, empty])
      }
    },
  )

  test.each([
    ['Decimal', 9_007_199_254_740_994],
    ['Slider', 0.25],
    ['Date', '2027-02-29'],
    ['ShortText', 'x'.repeat(256)],
    ['ShortText', 'two\nlines'],
    ['Checkbox', 'yes'],
    ['Lookup', { value: '2147483647' }],
    ['SectionHeader', 'x'],
  ] as const)(
    'that %s does not take, %j, is refused by both, and nothing changes [V-36]',
    async (type, value) => {
      for (const kind of kinds) {
        const { v1, v2 } = ways(kind, type)
        const before = [await v1.read(), await v2.read()]
        const plain = typeof value === 'object' ? { id: value.value } : value
        const answers = [await v1.write(plain), await v2.write(value)]
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
        expect([await v1.read(), await v2.read()]).toEqual(before)
      }
    },
  )
})
