import { expect, test } from 'vitest'
import { insertMatter, matterWorld, mattersPath as matters } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('recent matters are those whose details somebody looked at, the last one first [M-24]', async () => {
  const { app } = parts
  const { caller, owner, organisationId, categoryId } = await matterWorld(parts)
  const look = async (id: number) => expect((await caller.get(`${matters}/${id}`)).statusCode).toBe(200)
  const above = await insertMatter(app, {
    owner,
    categoryId,
    values: { name: 'A', manager_id: owner.id },
  })
  const second = await insertMatter(app, { owner, values: { name: 'B' } })
  await insertMatter(app, { owner, values: { name: 'never seen' } })
  for (const id of [above, second, above]) await look(id)
  const recent = (await caller.get(`${matters}/recent`)).json<object[]>()
  expect(recent).toMatchObject([{ id: above }, { id: second }])
  expect(recent[0]).toEqual({
    id: above,
    name: 'A',
    matterNumber: expect.stringMatching(/^LW\d{4}-0001$/),
    lastActivityDateUtc: expect.stringMatching(/^2026-03-02T\d\d:\d\d:\d\d\.\d{3}$/),
    organisationId,
    managerId: owner.id,
    ownerId: owner.id,
  })
  expect((await caller.get(`${matters}/recent?take=1`)).json()).toMatchObject([{ id: above }])
  expect((await caller.get(`${matters}/recent?take=0`)).statusCode).toBe(400)
  const mine = (await caller.get('/account-apis/v1/my/recents')).json<object[]>()
  expect(mine).toMatchObject([
    { recordType: 'Matter', recordId: above, matterCategoryName: 'Employment' },
    { recordType: 'Matter', recordId: second },
  ])
})
