import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { createMatter, matterWorld, mattersPath } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('creating a matter needs the permission for it, whatever the role [P-1, P-12]', async () => {
  const here = await matterWorld(parts)
  const { organisationId, categoryId } = here
  const refused = await createUser(parts.app, { organisationId, permissions: [] })
  const answer = await (await callerFor(parts, refused)).post(mattersPath, { categoryId, name: 'Mine' })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('permission') as string })
  const none = await parts.app.db
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .select('id')
    .execute()
  expect(none).toEqual([])
  const permissions = ['CreateMatters'] as const
  const allowed = await createUser(parts.app, { organisationId, role: 'External', permissions })
  const caller = await callerFor(parts, allowed)
  const id = await createMatter({ caller, categoryId })
  expect((await caller.get(`${mattersPath}/${id}`)).statusCode).toBe(200)
})
