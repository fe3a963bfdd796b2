import { expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('contract types are listed with their group, 25 at a time, and found by a filter [V-35]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const caller = await callerFor(parts, await createUser(app, { organisationId }))
  for (let i = 0; i < 27; i++)
    await createContractTemplate(app, { organisationId, name: `Type ${i}`, teamRequired: i === 3 })
  const page = (await caller.get('/v2/contractTypes')).json<{ items: object[]; nextLink?: string }>()
  expect(page.items).toHaveLength(25)
  expect(page.items[0]).toEqual({
    id: expect.any(Number),
    name: 'Type 0',
    parent: { id: expect.any(Number), name: expect.any(String) },
    hasWizard: false,
    teamAssignmentRequired: false,
  })
  const found = await caller.get(
    "/v2/contractTypes?$filter=TeamAssignmentRequired and startswith(Name,'type')&$count=true",
  )
  expect(found.json()).toMatchObject({ count: 1, items: [{ name: 'Type 3' }] })
})
