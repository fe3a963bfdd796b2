import { describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createFirm,
  createOrganisation,
  createUser,
} from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { checkChangedValues } from './check.ts'
import { newFieldsFromV1 } from '../v1/values.wire.ts'
import type { NewField } from '../commands/create-field.ts'
import { type FormKey, getForm } from '../form.ts'
import { newRecordForm } from '../v1/forms.wire.ts'

const tested = useTestApp()

interface World {
  readonly organisationId: number
  readonly key: FormKey
}

async function world(): Promise<World> {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const templateId = await createContractTemplate(app, { organisationId })
  return { organisationId, key: { organisationId, form: 'ContractDetails', templateId } }
}

type Draft = Omit<NewField, 'organisationId' | 'title'> & { readonly title?: string }

/** A form with one field, and how it takes a value. */
async function field(draft: Draft, here?: World) {
  const { app } = tested
  const { key, organisationId } = here ?? (await world())
  const id = await insertFieldOn(app, key, { title: 'Thing', ...draft })
  const form = await getForm(app.db, key)
  const take = async (value: unknown): Promise<unknown> => {
    const input = newFieldsFromV1({ [`field_${id}`]: value })([form])
    const { changes } = await checkChangedValues(app.db, [form], { input, values: new Map(), own: {} })
    return changes[`field_${id}`]?.to
  }
  return { id, key: `field_${id}`, form, take, organisationId }
}

describe('every type takes its values and refuses others', () => {
  const plain: [Draft, unknown[], unknown[]][] = [
    [
      { type: 'ShortText' },
      ['NDA', 'x'.repeat(255), '🖋'.repeat(255)],
      ['x'.repeat(256), 'a\nb', 7, true, ['a'], {}, '\ud800'],
    ],
    [{ type: 'LongText' }, ['a\nb\tc', 'x'.repeat(100_000)], ['x'.repeat(100_001), 'a\0b', 7]],
    [
      { type: 'Slider', rangeStart: 0, rangeEnd: 1, stepSize: 0.1 },
      [0, 0.1, 0.3, 0.7, 1],
      [-0.1, 1.1, 0.35, '0.3', Number.NaN, true],
    ],
    [{ type: 'Currency' }, [0, -12.5, 1_000_000.01], ['12', 1e300, {}]],
    [{ type: 'Decimal', rangeStart: 0.5 }, [0.5, 3], [0.49]],
    [{ type: 'Decimal', rangeEnd: 10 }, [-3, 10], [10.000001]],
    [{ type: 'Checkbox' }, [true, false], ['true', 1, 'yes']],
    [{ type: 'ConflictCheck' }, [true, false], ['no']],
    [
      { type: 'Date' },
      ['2025-05-06', '2024-02-29', '9999-12-31'],
      ['2025-02-29', '2025-13-01', '06/05/2025', '2025-5-6', '0000-01-01', 20_250_506],
    ],
  ]
  test.each(plain)('%j [D-20]', async (draft, right, wrong) => {
    const { take } = await field(draft)
    for (const value of right) expect(await take(value)).toEqual(value)
    for (const value of wrong) await expect(take(value), JSON.stringify(value)).rejects.toThrow('must be')
  })

  test.each(['2025-05-06T00:00:00', '2025-05-06T23:30:00.0000000Z', '2025-05-06T00:00:00+13:00'])(
    'a day is taken from the time %s as it is written',
    async (time) => {
      const { take } = await field({ type: 'Date' })
      expect(await take(time)).toBe('2025-05-06')
    },
  )

  test.each(['Dropdown', 'RadioGroup', 'Priority', 'BillingMethod', 'BillingIntention'] as const)(
    '%s takes the value of a choice, in any case [D-22]',
    async (type) => {
      const { take } = await field({
        type,
        options: [{ label: 'Very high', value: 'High' }, { label: 'Low' }],
      })
      expect(await take('High')).toBe('High')
      expect(await take('low')).toBe('Low')
      for (const wrong of ['Very high', 'Middle', 1, ['Low'], true])
        await expect(take(wrong)).rejects.toThrow('must be the value of one of its choices')
    },
  )

  test('CheckboxList takes values of its choices, each once and in their order [D-23]', async () => {
    const { take } = await field({
      type: 'CheckboxList',
      options: ['A', 'B', 'C'].map((label) => ({ label })),
    })
    expect(await take(['C', 'A', 'c'])).toEqual(['A', 'C'])
    for (const wrong of ['A', ['D'], [1], { 0: 'A' }])
      await expect(take(wrong)).rejects.toThrow('a list of values')
  })

  test.each([{ type: 'List' as const }, { type: 'Lookup' as const, multiple: true }])(
    '%j takes ids of its choices [D-24]',
    async (draft) => {
      const { take, id, organisationId } = await field({
        ...draft,
        options: [{ label: 'A' }, { label: 'B' }],
      })
      const ids = await optionIdsOf(tested.app, organisationId, id)
      expect(await take([ids['B'], ids['A'], ids['A']])).toEqual([ids['A'], ids['B']])
      const other = await field({ ...draft, options: [{ label: 'A' }] })
      const foreign = await optionIdsOf(tested.app, other.organisationId, other.id)
      for (const wrong of [ids['A'], [foreign['A']], [0], ['A'], [2_147_483_648]])
        await expect(take(wrong)).rejects.toThrow('must be')
    },
  )

  test('a single Lookup takes the id of a choice and answers it as text [D-25]', async () => {
    const { take, id, organisationId } = await field({ type: 'Lookup', options: [{ label: 'A' }] })
    const { A } = await optionIdsOf(tested.app, organisationId, id)
    expect(await take({ id: A })).toEqual({ id: String(A) })
    expect(await take({ id: String(A) })).toEqual({ id: String(A) })
    for (const wrong of [{ id: 2_147_483_647 }, { id: 'A' }, [A], {}])
      await expect(take(wrong)).rejects.toThrow('must be')
  })

  test.each(['Department', 'Region', 'ContractEntity', 'InvoiceRecipient'] as const)(
    '%s takes an id of the organisation [D-26]',
    async (type) => {
      const here = await world()
      const there = await world()
      const { take } = await field({ type }, here)
      const own = await insertNamed(type, here.organisationId)
      const foreign = await insertNamed(type, there.organisationId)
      expect(await take(own)).toBe(own)
      for (const wrong of [foreign, 2_147_483_647, 0, 'Legal', [own]])
        await expect(take(wrong)).rejects.toThrow('must be the id of')
    },
  )

  test('User takes active people of the organisation, those of its law firms where the field allows it [D-27]', async () => {
    const { app } = tested
    const here = await world()
    const firm = await createFirm(app, here.organisationId)
    const ana = await createUser(app, { organisationId: here.organisationId })
    const gone = await createUser(app, { organisationId: here.organisationId, status: 'Disabled' })
    const lawyer = await createUser(app, { organisationId: firm.id })
    const outsider = await createUser(app, { organisationId: (await createOrganisation(app)).id })
    const own = await field({ type: 'User', title: 'Own' }, here)
    const wide = await field({ type: 'User', title: 'Wide', allowExternalUsers: true }, here)
    expect(await own.take({ id: ana.id.toUpperCase() })).toEqual({ id: ana.id })
    expect(await wide.take({ id: lawyer.id })).toEqual({ id: lawyer.id })
    for (const wrong of [{ id: lawyer.id }, { id: gone.id }, { id: 'ana' }, 7])
      await expect(own.take(wrong)).rejects.toThrow('must be')
    await expect(wide.take({ id: outsider.id })).rejects.toThrow('of one of its law firms')
  })

  test('SectionHeader has no value [D-28]', async () => {
    const { take, form } = await field({ type: 'SectionHeader' })
    await expect(take('x')).rejects.toThrow('has no value')
    expect(newRecordForm(form).model).toEqual({})
  })
})

const tables = {
  Department: 'departments',
  Region: 'regions',
  InvoiceRecipient: 'invoice_recipients',
} as const

async function insertNamed(type: keyof typeof tables | 'ContractEntity', organisationId: number) {
  const { app } = tested
  const { id: created_by } = await createUser(app, { organisationId })
  return internalTransaction(app, async (tx, now) => {
    const named = { organisation_id: organisationId, name: 'Sales', created_at: now }
    const { id } =
      type === 'ContractEntity'
        ? await tx
            .insertInto('contract_entities')
            .values({ ...named, created_by })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto(tables[type])
            .values({ ...named, updated_at: now })
            .returning('id')
            .executeTakeFirstOrThrow()
    return id
  })
}
