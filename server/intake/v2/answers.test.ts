// What was answered when something was asked for.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (firstName: string, role: 'Administrator' | 'InhouseLegal' | 'Standard') =>
    createUser(parts.app, { organisationId, firstName, lastName: 'Okoro', role })
  const lawyer = await person('Lea', 'InhouseLegal')
  const callers = {
    admin: await callerFor(parts, await person('Ada', 'Administrator')),
    lawyer: await callerFor(parts, lawyer),
    requester: await callerFor(parts, await person('Ben', 'Standard')),
    other: await callerFor(parts, await person('Cem', 'Standard')),
  }
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  const type = { title: 'Review a contract', matterType: { id: categoryId } }
  const made = await callers.admin.post('/v2/requestTypes', type)
  return { callers, organisationId, categoryId, lawyer, typeId: made.json<{ id: number }>().id }
}

test('a request shows what was answered, to its requester and to legal, whatever becomes of the matter [N-60]', async () => {
  const { callers, categoryId, organisationId, typeId, lawyer } = await world()
  const create = { organisationId, form: 'MatterCreate', categoryId } as const
  await insertFieldOn(parts.app, create, {
    apiName: 'partner',
    title: 'Partner',
    type: 'ShortText',
    label: 'Who',
  })
  await insertFieldOn(
    parts.app,
    { ...create, form: 'MatterDetails' },
    { apiName: 'rent', title: 'Rent', type: 'Currency' },
  )
  await insertFieldOn(parts.app, create, { apiName: 'colleague', title: 'Colleague', type: 'User' })
  const fields = { partner: 'Zephyr Ltd', rent: 1250.5, colleague: { id: lawyer.id } }
  const made = await callers.requester.post('/v2/requests', { type: { id: typeId }, fields })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const answers = [
    {
      field: { id: 'partner', fieldType: 'ShortText' },
      label: 'Who',
      value: 'Zephyr Ltd',
      text: 'Zephyr Ltd',
    },
    { field: { id: 'colleague' }, value: { id: lawyer.id }, text: 'Lea Okoro' },
    { field: { id: 'rent' }, label: 'Rent', value: 1250.5, text: '1,250.50' },
  ]
  expect((await callers.lawyer.post(`/v2/matters/${id}/intake/accept`)).statusCode).toBe(204)
  const changed = await callers.lawyer.patch(`/v2/matters/${id}`, { fields: { rent: 900 } })
  expect(changed.statusCode, changed.body).toBe(204)
  for (const caller of [callers.requester, callers.lawyer]) {
    expect((await caller.get(`/v2/requests/${id}`)).json()).toMatchObject({ answers })
    expect((await caller.get(`/v2/matters/${id}/overview`)).json()).toMatchObject({ request: { id } })
  }
  expect((await callers.other.get(`/v2/requests/${id}`)).statusCode).toBe(404)
  const plain = await callers.lawyer.post('/v2/matters', {
    type: { id: categoryId },
    manager: { user: { id: lawyer.id } },
  })
  const overview = await callers.lawyer.get(`/v2/matters/${plain.json<{ id: number }>().id}/overview`)
  expect(overview.json()).toMatchObject({ request: null })
})
