// Skeleton.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../factories.ts'
import { useTestApp } from '../../test-app.ts'
import { callerFor } from '../../tokens.ts'
import { createDisputeTables } from './insert-dispute.ts'

const parts = useTestApp()
beforeAll(() => createDisputeTables(parts.app))

test('skeleton', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId })
  const caller = await callerFor(parts, owner)
  const made = await caller.post('/v2/disputes', { name: 'Quay wall' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  for (const path of [`/v2/disputes/${id}`, '/v2/disputes', `/v2/disputes/${id}/overview`, '/dispute-apis/v1/disputes', `/dispute-apis/v1/disputes/${id}`]) {
    const got = await caller.get(path)
    console.log(path, got.statusCode, got.body.slice(0, 1500))
  }
})
