// v2 of contract types for administrators: groups, types and forms.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const types = '/v2/contractTypes'
const groups = '/v2/contractGroups'

let organisationId: number
let admin: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }

async function make(body: object = lease): Promise<string> {
  const answer = await caller.post(types, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.headers.location ?? ''
}

const field = async (name: string, more: object = {}) => {
  const answer = await caller.post('/v2/fields', { name, fieldType: 'ShortText', ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

describe('a contract type', () => {
  test('is made in a group, read, changed and taken out of use; contracts keep it [V-226]', async () => {
    const { app } = parts
    const teamId = await createTeam(app, { organisationId, members: [admin] })
    const path = await make({
      ...lease,
      description: 'What we rent',
      teamAssigned: { id: teamId },
      teamAssignmentRequired: true,
    })
    const read = (await caller.get(path)).json<{ id: number; parent: { id: number } }>()
    expect(read).toEqual({
      id: expect.any(Number),
      name: 'Lease',
      description: 'What we rent',
      parent: { id: expect.any(Number), name: 'Property' },
      category: 'Commercial',
      hasWizard: false,
      teamAssigned: { id: teamId, name: expect.any(String) },
      teamAssignmentRequired: true,
      amends: false,
      signedCopyRequired: false,
      placeholders: null,
    })
    expect((await caller.patch(path, read)).statusCode).toBe(204)
    const other = (await caller.post(groups, { name: 'Sales' })).json<{ id: number }>()
    const changes = {
      name: 'Lease of land',
      parent: other,
      category: 'Sales',
      teamAssigned: null,
      amends: true,
    }
    expect((await caller.patch(path, changes)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject({
      ...changes,
      parent: { ...other, name: 'Sales' },
    })
    expect((await caller.delete(path)).statusCode).toBe(204)
    expect((await caller.get(path)).statusCode).toBe(404)
    expect((await caller.get(types)).json()).toEqual({ items: [] })
    expect((await eventsOf(app, organisationId)).map(([name]) => name)).toEqual([
      'contractTemplate.created',
      'contractGroup.created',
      'contractTemplate.updated',
      'contractTemplate.deleted',
    ])
  })

  test('has a name of its own in its group [V-226]', async () => {
    const path = await make()
    expect(
      (await caller.post(types, { ...lease, name: 'LEASE', parent: { name: 'property' } })).statusCode,
    ).toBe(409)
    await make({ ...lease, parent: { name: 'Other' } })
    const second = await make({ ...lease, name: 'Second' })
    expect((await caller.patch(second, { name: 'lease' })).statusCode).toBe(409)
    expect((await caller.patch(path, { name: 'LEASE' })).statusCode).toBe(204)
  })

  test.each([
    [{ ...lease, name: undefined }, 'name'],
    [{ ...lease, name: 'a\nb' }, 'name'],
    [{ ...lease, category: undefined }, 'category'],
    [{ ...lease, category: 'Other' }, 'category'],
    [{ ...lease, parent: undefined }, 'parent'],
    [{ ...lease, parent: { id: 2_000_000_000 } }, 'parent'],
    [{ ...lease, teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
    [{ ...lease, colour: 'red' }, 'colour'],
  ])('%j is refused by name', async (body, name) => {
    const answer = await caller.post(types, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get(types)).json()).toEqual({ items: [] })
  })
})

test('groups are listed, renamed, and deleted when they are empty [V-227]', async () => {
  const path = await make()
  const { parent } = (await caller.get(path)).json<{ parent: { id: number } }>()
  const group = `${groups}/${parent.id}`
  expect((await caller.post(groups, { name: ' property ' })).statusCode).toBe(409)
  expect((await caller.patch(group, { name: 'Real estate' })).statusCode).toBe(204)
  expect((await caller.get(groups)).json()).toEqual({
    items: [{ id: parent.id, name: 'Real estate', place: 0 }],
  })
  expect((await caller.get(group)).json()).toEqual({ id: parent.id, name: 'Real estate', place: 0 })
  const refused = await caller.delete(group)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('1 contract type is in this group'),
  ])
  const other = (await caller.post(groups, { name: 'Other' })).json<{ id: number }>()
  await caller.patch(path, { parent: other })
  expect((await caller.delete(group)).statusCode).toBe(204)
  expect((await caller.delete(group)).statusCode).toBe(404)
})

describe('a form', () => {
  test('is designed whole: fields and nested groups in order, and can be sent back as it was read [V-228]', async () => {
    const type = await make()
    const path = `${type}/forms/details`
    const rent = await field('Rent', {
      fieldType: 'Currency',
      range: { start: 0, end: 1_000_000 },
      default: 5,
    })
    const use = await field('Use', { fieldType: 'Dropdown', options: [{ label: 'Office' }] })
    const heading = await field('Heading', { fieldType: 'SectionHeader' })
    expect((await caller.get(path)).json()).toEqual({ parts: [] })
    const designed = await caller.put(path, {
      parts: [
        { field: use, required: true },
        {
          group: { title: 'Money' },
          parts: [
            { field: heading },
            { group: 'Each month', parts: [{ field: rent, label: 'To pay', readOnly: true }] },
          ],
        },
      ],
    })
    expect(designed.statusCode, designed.body).toBe(204)
    const read = (await caller.get(path)).json<{ parts: { group: { id: number } }[] }>()
    const always = { help: null, when: null, requiredBefore: null }
    const plain = { ...always, required: false, readOnly: false }
    const more = {
      number: expect.any(Number),
      description: null,
      range: null,
      default: null,
      meaning: null,
    }
    expect(read).toEqual({
      parts: [
        {
          field: {
            ...more,
            id: use,
            name: 'Use',
            fieldType: 'Dropdown',
            options: [{ label: 'Office', value: 'Office' }],
          },
          label: 'Use',
          ...always,
          required: true,
          readOnly: false,
        },
        {
          group: { id: expect.any(Number), title: 'Money' },
          when: null,
          parts: [
            {
              field: { ...more, id: heading, name: 'Heading', fieldType: 'SectionHeader' },
              label: 'Heading',
              ...plain,
            },
            {
              group: { id: expect.any(Number), title: 'Each month' },
              when: null,
              parts: [
                {
                  field: {
                    ...more,
                    id: rent,
                    name: 'Rent',
                    fieldType: 'Currency',
                    range: { start: 0, end: 1_000_000, step: null },
                    default: 5,
                  },
                  label: 'To pay',
                  ...always,
                  required: false,
                  readOnly: true,
                },
              ],
            },
          ],
        },
      ],
    })
    const before = await eventsOf(parts.app, organisationId)
    expect((await caller.put(path, read)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(read)
    expect(await eventsOf(parts.app, organisationId)).toEqual(before)
    const turned = { parts: read.parts.toReversed() }
    expect((await caller.put(path, turned)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(turned)
    expect((await eventsOf(parts.app, organisationId)).at(-1)?.[0]).toBe('form.replaced')
  })

  test('of which anything is wrong is refused by place, and stays as it was [V-229]', async () => {
    const type = await make()
    const path = `${type}/forms/upload`
    const rent = await field('Rent')
    expect((await caller.put(path, { parts: [{ field: rent }] })).statusCode).toBe(204)
    const before = (await caller.get(path)).json<object>()
    const wrong: [unknown, string][] = [
      [{ parts: [{ field: 'none' }] }, 'parts[0].field'],
      [{ parts: [{ field: 2_000_000_000 }] }, 'parts[0].field'],
      [{ parts: [{ field: rent }, { group: 'G', parts: [{ field: 'RENT' }] }] }, 'parts[1].parts[0].field'],
      [{ parts: [{ group: { id: 2_000_000_000, title: 'G' }, parts: [] }] }, 'parts[0].group.id'],
      [{ parts: [{ group: { title: '' }, parts: [] }] }, 'parts[0].group.title'],
      [{ parts: [{ field: rent, required: 'yes' }] }, 'parts[0].required'],
      [{ parts: [{ field: rent, label: 5 }] }, 'parts[0].label'],
      [{ parts: [{ field: rent, colour: 'red' }] }, 'parts[0]'],
      [{ parts: [5] }, 'parts[0]'],
      [{ parts: 'none' }, 'parts'],
      [{}, 'parts'],
      [{ parts: [], more: 1 }, 'more'],
    ]
    for (const [body, place] of wrong) {
      const answer = await caller.put(path, JSON.stringify(body), {
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([place])
    }
    expect((await caller.get(path)).json()).toEqual(before)
    expect((await caller.get(`${type}/forms/other`)).statusCode).toBe(404)
  })

  test('that all contracts share is designed alike; what it shows, contracts show [V-228]', async () => {
    const rent = await field('Rent')
    const form = { parts: [{ field: rent, required: false }] }
    expect((await caller.put('/v2/forms/contracts', form)).statusCode).toBe(204)
    expect((await caller.get('/v2/forms/Contracts')).json()).toMatchObject({
      parts: [{ field: { id: rent }, label: 'Rent' }],
    })
    expect((await caller.get('/v2/forms/invoices')).statusCode).toBe(404)
  })
})
