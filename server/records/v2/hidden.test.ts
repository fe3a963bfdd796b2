// Whether an administrator's lists leave records out.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('says whether records are left out, and no more than that [C-240]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (more: object) => createUser(parts.app, { organisationId, ...more })
  const owner = await person({ role: 'InhouseLegal' })
  const lawyer = await callerFor(parts, owner)
  const admin = await callerFor(parts, await person({ role: 'Administrator' }))
  const ofMatters = await callerFor(
    parts,
    await person({ role: 'Administrator', groups: ['MatterAdministrators'] }),
  )
  const categoryId = await insertCategory(parts.app, organisationId)
  const hides = async (caller: typeof admin) => (await caller.get('/v2/matters/hidden')).json<object>()
  expect(await hides(admin)).toEqual({ hidden: false })
  const made = await lawyer.post('/v2/matters', {
    type: { id: categoryId },
    name: 'Lease',
    manager: { user: { id: owner.id } },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(await hides(admin)).toEqual({ hidden: true })
  // they see every matter that is not restricted
  expect(await hides(ofMatters)).toEqual({ hidden: false })
  expect((await lawyer.patch(`/v2/matters/${id}`, { restricted: true })).statusCode).toBe(204)
  expect(await hides(ofMatters)).toEqual({ hidden: true })
  expect((await lawyer.delete(`/v2/matters/${id}`)).statusCode).toBe(204)
  expect(await hides(ofMatters)).toEqual({ hidden: false })
  expect((await admin.get('/v2/contracts/hidden')).json()).toEqual({ hidden: false })
  expect((await lawyer.get('/v2/matters/hidden')).statusCode).toBe(403)
})
