import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import {
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let here: MatterWorld
beforeEach(async () => {
  here = await matterWorld(parts)
})

describe('status messages', () => {
  test('say how the matter stands: the last one is in its details, with the role of who said it [M-20, M-43, M-51]', async () => {
    const { app, clock } = parts
    const business = await createUser(app, {
      organisationId: here.organisationId,
      role: 'Standard',
      firstName: 'Lena',
      lastName: 'Fischer',
    })
    const id = await insertMatter(app, { owner: here.owner, members: [business] })
    const post = async (caller: typeof here.caller, body: object) =>
      (await caller.post(`${matters}/${id}/statusMessages`, body)).statusCode
    expect(await post(here.caller, { statusMessage: 'Filed' })).toBe(204)
    clock.advance({ minutes: 1 })
    expect(await post(await callerFor(parts, business), { StatusMessage: ' Thank you ' })).toBe(204)
    const details = (await here.caller.get(`${matters}/${id}`)).json<{ lastStatusMessage: object }>()
    expect(details.lastStatusMessage).toEqual({
      message: 'Thank you',
      createdDateUtc: expect.stringMatching(/^2026-03-02T\d\d:\d\d:\d\d\.\d{3}$/),
      id: expect.any(Number),
      userId: business.id,
      userFirstname: 'Lena',
      userLastname: 'Fischer',
      userOrganisationId: here.organisationId,
      userOrganisationName: 'Harbour',
      userHasPicture: false,
      userPictureCacheId: 0,
      role: 'Standard',
      userFullName: 'Lena Fischer',
      userInitials: 'LF',
    })
    const both = ['matter.statusmessage.created', 'matter.updated']
    expect(await topicsOf(parts, here.organisationId, id)).toEqual([...both, ...both])
  })

  test('are words, and not too many [M-43]', async () => {
    const id = await insertMatter(parts.app, { owner: here.owner })
    for (const body of [{}, { statusMessage: ' ' }, { statusMessage: 'x'.repeat(10_001) }]) {
      expect((await here.caller.post(`${matters}/${id}/statusMessages`, body)).statusCode).toBe(400)
    }
    expect((await here.caller.get(`${matters}/${id}`)).json()).toMatchObject({ lastStatusMessage: null })
    expect(await topicsOf(parts, here.organisationId, id)).toEqual([])
  })

  test('move the last activity', async () => {
    const { app, clock } = parts
    const first = await insertMatter(app, { owner: here.owner })
    const second = await insertMatter(app, { owner: here.owner })
    clock.advance({ minutes: 1 })
    await here.caller.post(`${matters}/${first}/statusMessages`, { statusMessage: 'x' })
    const query = 'sorting.field=lastActivityDateUtc&sorting.direction=desc'
    const page = (await here.caller.get(`${matters}?${query}`)).json<{ data: { id: number }[] }>()
    expect(page.data.map(({ id }) => id)).toEqual([first, second])
  })
})

describe('recent matters', () => {
  test('are those whose details somebody looked at, the last one first [M-24]', async () => {
    const { app } = parts
    const look = async (id: number) =>
      expect((await here.caller.get(`${matters}/${id}`)).statusCode).toBe(200)
    const above = await insertMatter(app, {
      owner: here.owner,
      categoryId: here.categoryId,
      values: { name: 'A', manager_id: here.owner.id },
    })
    const second = await insertMatter(app, { owner: here.owner, values: { name: 'B' } })
    await insertMatter(app, { owner: here.owner, values: { name: 'never seen' } })
    for (const id of [above, second, above]) await look(id)
    const recent = (await here.caller.get(`${matters}/recent`)).json<object[]>()
    expect(recent).toMatchObject([{ id: above }, { id: second }])
    expect(recent[0]).toEqual({
      id: above,
      name: 'A',
      matterNumber: expect.stringMatching(/^LW\d{4}-0001$/),
      lastActivityDateUtc: expect.stringMatching(/^2026-03-02T\d\d:\d\d:\d\d\.\d{3}$/),
      organisationId: here.organisationId,
      managerId: here.owner.id,
      ownerId: here.owner.id,
    })
    expect((await here.caller.get(`${matters}/recent?take=1`)).json()).toMatchObject([{ id: above }])
    expect((await here.caller.get(`${matters}/recent?take=0`)).statusCode).toBe(400)
    const mine = (await here.caller.get('/account-apis/v1/my/recents')).json<object[]>()
    expect(mine).toMatchObject([
      { recordType: 'Matter', recordId: above, matterCategoryName: 'Employment' },
      { recordType: 'Matter', recordId: second },
    ])
  })
})

describe('external ids', () => {
  test('lead to the matter, for those who see it, with whatever letters they have [M-25]', async () => {
    const { app } = parts
    const id = await insertMatter(app, { owner: here.owner, values: { external_id: 'a/b?c d%' } })
    const path = `${matters}/externalid/${encodeURIComponent('a/b?c d%')}`
    expect((await here.caller.get(path)).json()).toEqual({ id })
    const outsider = await matterWorld(parts)
    expect((await outsider.caller.get(path)).statusCode).toBe(404)
    expect((await here.caller.get(`${matters}/externalid/none`)).statusCode).toBe(404)
  })

  test('of a customer lead people of its law firm there as well, once they are on the matter', async () => {
    const { app } = parts
    const firm = await matterWorld(parts)
    const id = await insertMatter(app, {
      owner: here.owner,
      members: [firm.owner],
      values: { external_id: 'shared' },
    })
    const path = `${matters}/externalid/shared`
    const theirs = await callerFor(parts, firm.owner)
    expect((await theirs.get(path)).json()).toEqual({ id })
    // one of their own organisation comes first
    const own = await insertMatter(app, { owner: firm.owner, values: { external_id: 'shared' } })
    expect((await theirs.get(path)).json()).toEqual({ id: own })
  })
})
