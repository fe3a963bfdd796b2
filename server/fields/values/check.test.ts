import { describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn, insertGroupOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { newFieldsFromV1 } from '../v1/values.wire.ts'
import { checkChangedValues, checkNewValues } from './check.ts'
import { type Form, type FormKey, getForm } from '../form.ts'
import { newRecordForm, recordForm } from '../v1/forms.wire.ts'
import { insertValues, readValues } from './values.ts'

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

describe('a form', () => {
  test('describes fields and nested groups in order, and takes values in the same shape [D-30]', async () => {
    const { app } = tested
    const { key } = await world()
    const term = await insertFieldOn(app, key, {
      title: 'Term',
      type: 'Slider',
      description: 'In years',
      rangeStart: 1,
      rangeEnd: 5,
      stepSize: 0.5,
      default: 2.5,
      required: true,
    })
    const money = await insertGroupOn(app, key, 'Money')
    const law = await insertFieldOn(app, key, {
      title: 'Law',
      type: 'ShortText',
      label: 'Governing law',
      readOnly: true,
    })
    const value = await insertFieldOn(app, key, { title: 'Value', type: 'Currency', within: money })
    const inner = await insertGroupOn(app, key, 'Terms', money)
    const paid = await insertFieldOn(app, key, {
      title: 'Paid',
      type: 'Dropdown',
      options: [{ label: 'Each month', value: 'Monthly' }],
      within: inner,
      required: true,
    })
    const form = await getForm(app.db, key)
    expect(newRecordForm(form)).toEqual({
      schema: {
        properties: {
          [`field_${term}`]: {
            fieldId: term,
            title: 'Term',
            description: 'In years',
            lawvuType: 4,
            isReadOnly: false,
            type: 'number',
            label: 'Term',
            minimum: 1,
            maximum: 5,
            step: 0.5,
          },
          [`group_${money}`]: {
            title: 'Money',
            type: 'object',
            properties: {
              [`field_${value}`]: {
                fieldId: value,
                title: 'Value',
                description: null,
                lawvuType: 5,
                isReadOnly: false,
                type: 'number',
                label: 'Value',
              },
              [`group_${inner}`]: {
                title: 'Terms',
                type: 'object',
                properties: {
                  [`field_${paid}`]: {
                    fieldId: paid,
                    title: 'Paid',
                    description: null,
                    lawvuType: 9,
                    isReadOnly: false,
                    type: 'string',
                    label: 'Paid',
                    choices: [{ value: 'Monthly', label: 'Each month' }],
                  },
                },
                order: [`field_${paid}`],
                required: [`field_${paid}`],
              },
            },
            order: [`field_${value}`, `group_${inner}`],
            required: [],
          },
          [`field_${law}`]: {
            fieldId: law,
            title: 'Law',
            description: null,
            lawvuType: 2,
            isReadOnly: true,
            type: 'string',
            label: 'Governing law',
          },
        },
        order: [`field_${term}`, `group_${money}`, `field_${law}`],
        required: [`field_${term}`],
      },
      model: {
        [`field_${term}`]: 2.5,
        [`group_${money}`]: { [`field_${value}`]: null, [`group_${inner}`]: { [`field_${paid}`]: null } },
        [`field_${law}`]: null,
      },
    })
    const nested = {
      [`GROUP_${money}`]: { [`Field_${value}`]: 9.5, [`group_${inner}`]: { [`field_${paid}`]: 'monthly' } },
    }
    const { values } = await checkNewValues(app.db, [form], newFieldsFromV1(nested)([form]))
    const byId = new Map([...values].map(([{ id }, atoms]) => [id, atoms]))
    expect(recordForm(form, byId, {}).model).toEqual({
      [`field_${term}`]: 2.5,
      [`group_${money}`]: { [`field_${value}`]: 9.5, [`group_${inner}`]: { [`field_${paid}`]: 'Monthly' } },
      [`field_${law}`]: null,
    })
  })

  test('names every unknown field, wrong group and missing value at once [D-29]', async () => {
    const { app } = tested
    const { key } = await world()
    const group = await insertGroupOn(app, key, 'Group')
    const inside = await insertFieldOn(app, key, { title: 'Inside', type: 'ShortText', within: group })
    const needed = await insertFieldOn(app, key, { title: 'Needed', type: 'Checkbox', required: true })
    const form = await getForm(app.db, key)
    const wrong = { field_999999: 1, [`group_${group + 1}`]: { [`field_${inside}`]: 'x' }, __proto__x: 1 }
    expect(() => newFieldsFromV1(wrong)([form])).toThrow(
      expect.objectContaining({
        status: 400,
        errors: {
          field_999999: [expect.stringContaining('field_999999')],
          [`field_${inside}`]: [expect.stringContaining(`group_${group + 1}/field_${inside}`)],
          __proto__x: [expect.anything()],
        },
      }),
    )
    for (const notAnObject of ['x', 7, [1]])
      expect(() => newFieldsFromV1(notAnObject)([form])).toThrow('an object')
    for (const nothing of [{}, { [`field_${needed}`]: null }]) {
      await expect(checkNewValues(app.db, [form], newFieldsFromV1(nothing)([form]))).rejects.toMatchObject({
        errors: { [`field_${needed}`]: [expect.stringContaining('is missing')] },
      })
    }
    const { changes } = await checkNewValues(
      app.db,
      [form],
      newFieldsFromV1({ [`field_${needed}`]: false })([form]),
    )
    expect(changes).toEqual({ [`field_${needed}`]: { from: null, to: false } })
  })

  test('begins with defaults, also on forms that are not asked for; what has gone since is none [D-31]', async () => {
    const { app } = tested
    const { key, organisationId } = await world()
    const core: FormKey = { organisationId, form: 'ContractCore' }
    const ana = await createUser(app, { organisationId })
    const kept = await insertFieldOn(app, core, {
      title: 'Kept',
      type: 'List',
      options: [{ label: 'A' }, { label: 'B' }],
      default: ['B'],
    })
    const person = await insertFieldOn(app, core, {
      title: 'Person',
      type: 'User',
      default: { id: ana.id },
      required: true,
    })
    const cleared = await insertFieldOn(app, key, { title: 'Cleared', type: 'ShortText', default: 'x' })
    const forms: Form[] = [await getForm(app.db, key), await getForm(app.db, core)]
    const keep = async () => {
      const { changes } = await checkNewValues(
        app.db,
        forms,
        newFieldsFromV1({ [`field_${cleared}`]: null })(forms),
      )
      return Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to]))
    }
    const { B } = await optionIdsOf(app, organisationId, kept)
    expect(await keep()).toEqual({ [`field_${kept}`]: [B], [`field_${person}`]: { id: ana.id } })
    await internalTransaction(app, (tx) =>
      tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', ana.id).execute(),
    )
    expect(await keep()).toEqual({ [`field_${kept}`]: [B] })
  })
})

describe('changed values', () => {
  test('what stays as it is may stay; read-only and required fields keep their values [D-32]', async () => {
    const { app } = tested
    const { key, organisationId } = await world()
    const ana = await createUser(app, { organisationId })
    const person = await insertFieldOn(app, key, { title: 'Person', type: 'User' })
    const fixed = await insertFieldOn(app, key, { title: 'Fixed', type: 'Decimal', readOnly: true })
    const needed = await insertFieldOn(app, key, { title: 'Needed', type: 'ShortText', required: true })
    const form = await getForm(app.db, key)
    const subject = { kind: 'contract', id: 1, organisationId } as const
    const given = { [`field_${person}`]: { id: ana.id }, [`field_${needed}`]: 'a' }
    const { values } = await checkNewValues(app.db, [form], newFieldsFromV1(given)([form]))
    await internalTransaction(app, (tx) => insertValues(tx, subject, values))
    await internalTransaction(app, (tx) =>
      tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', ana.id).execute(),
    )
    const change = async (changed: object) => {
      const current = await readValues(app.db, subject)
      return checkChangedValues(app.db, [form], {
        input: newFieldsFromV1(changed)([form]),
        values: current,
        own: {},
      })
    }
    expect((await change({ ...given, [`field_${fixed}`]: null })).changes).toEqual({})
    await expect(change({ [`field_${fixed}`]: 7 })).rejects.toThrow('read-only')
    for (const nothing of [null, '', '  '])
      await expect(change({ [`field_${needed}`]: nothing })).rejects.toThrow('is missing')
    expect((await change({ [`field_${person}`]: null })).changes).toEqual({
      [`field_${person}`]: { from: { id: ana.id }, to: null },
    })
  })

  test('a built-in field sets the property of the record [D-33]', async () => {
    const { app } = tested
    const { key, organisationId } = await world()
    const ana = await createUser(app, { organisationId })
    const owner = await insertFieldOn(app, key, {
      title: 'Owner',
      type: 'ContractOwner',
      category: 'Lawvu',
      entityColumn: 'OwnerId',
    })
    const restricted = await insertFieldOn(app, key, {
      title: 'Restricted',
      type: 'Restricted',
      category: 'Lawvu',
      entityColumn: 'Restricted',
    })
    const form = await getForm(app.db, key)
    const own = { OwnerId: ana.id, Restricted: false }
    expect(recordForm(form, new Map(), own).model).toEqual({
      [`field_${owner}`]: { id: ana.id },
      [`field_${restricted}`]: false,
    })
    const change = (changed: object) =>
      checkChangedValues(app.db, [form], { input: newFieldsFromV1(changed)([form]), values: new Map(), own })
    const checked = await change({ [`field_${owner}`]: { id: ana.id }, [`field_${restricted}`]: true })
    expect(checked.own).toEqual({ Restricted: true })
    expect(checked.values.size).toBe(0)
    await expect(change({ [`field_${owner}`]: null })).rejects.toThrow('is missing')
  })
})
