import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import {
  createMatter as create,
  matterWorld,
  mattersPath as matters,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const world = () => matterWorld(parts)

const link = (customerId: number, providerId: number) =>
  internalTransaction(parts.app, (tx, now) =>
    tx
      .insertInto('organisation_links')
      .values({ customer_id: customerId, provider_id: providerId, created_at: now })
      .execute(),
  )

describe('intake', () => {
  const isInIntake = async ({ caller }: { caller: Caller }, id: number) => {
    const page = await caller.get(
      `${matters}?context=Intake&filtering.field=id&filtering.operator=eq&filtering.value=${id}`,
    )
    expect(page.statusCode, page.body).toBe(200)
    return page.json<{ total: number }>().total === 1
  }

  test('is where a matter waits that nobody manages, or that business people ask for [M-10]', async () => {
    const here = await world()
    const business = await createUser(parts.app, { organisationId: here.organisationId, role: 'Standard' })
    const theirs = { ...here, caller: await callerFor(parts, business) }
    expect(await isInIntake(here, await create(here))).toBe(true)
    expect(await isInIntake(here, await create(here, { managerId: here.owner.id }))).toBe(false)
    const asked = await create(theirs, { managerId: here.owner.id })
    expect(await isInIntake(here, asked)).toBe(true)
    expect((await theirs.caller.get(`${matters}?context=Intake`)).statusCode).toBe(403)
  })

  test('is managed by those with the permission, who are members of nothing in it [M-49, P-13, P-41]', async () => {
    const here = await world()
    const { organisationId } = here
    const intake = await createUser(parts.app, {
      organisationId,
      role: 'Standard',
      permissions: ['ManageIntake'],
    })
    const id = await create(here)
    const restricted = await create(here, { restricted: true })
    const theirs = { ...here, caller: await callerFor(parts, intake) }
    expect(await isInIntake(theirs, id)).toBe(true)
    expect(await isInIntake(theirs, restricted)).toBe(false)
    expect((await theirs.caller.get(`${matters}/${restricted}`)).statusCode).toBe(404)
    const assigned = await theirs.caller.patch(`${matters}/${id}`, { ManagerId: here.owner.id })
    expect(assigned.statusCode, assigned.body).toBe(200)
    // it waits no more, and is theirs no more
    expect((await theirs.caller.get(`${matters}/${id}`)).statusCode).toBe(404)
    expect(await isInIntake(here, id)).toBe(false)
  })

  test('business people cannot take their matters out of it, nor choose a law firm', async () => {
    const here = await world()
    const { organisationId } = here
    const firm = await createOrganisation(parts.app, { type: 'ServiceProvider' })
    await link(organisationId, firm.id)
    const partner = await createUser(parts.app, { organisationId: firm.id, role: 'MatterManager' })
    const business = await createUser(parts.app, { organisationId, role: 'Standard' })
    const theirs = { ...here, caller: await callerFor(parts, business) }
    const refused = await theirs.caller.post(matters, { categoryId: here.categoryId, managerId: partner.id })
    expect(refused.statusCode).toBe(400)
    const id = await create(theirs)
    const assigned = await theirs.caller.patch(`${matters}/${id}`, { ManagerId: here.owner.id })
    expect(assigned.statusCode).toBe(403)
    expect((await theirs.caller.patch(`${matters}/${id}`, { Name: 'Still mine' })).statusCode).toBe(200)
    expect((await here.caller.patch(`${matters}/${id}`, { ManagerId: partner.id })).statusCode).toBe(200)
  })

  test('takes a matter back that loses its manager, and lets a closed one go [M-49]', async () => {
    const here = await world()
    const id = await create(here, { managerId: here.owner.id })
    const patch = async (body: object, status = 200) => {
      const answer = await here.caller.patch(`${matters}/${id}`, body)
      expect(answer.statusCode, answer.body).toBe(status)
    }
    await patch({ Status: 'Active' })
    await patch({ ManagerId: null })
    expect(await isInIntake(here, id)).toBe(true)
    await patch({ Status: 'OnHold' })
    await patch({ Status: 'Active' }, 409)
    await patch({ Status: 'Complete' })
    expect(await isInIntake(here, id)).toBe(false)
    await patch({ Status: 'Active' }, 409)
    await patch({ Status: 'Active', ManagerId: here.owner.id })
    expect(await isInIntake(here, id)).toBe(false)
  })
})

describe('people of a law firm', () => {
  async function firmWorld() {
    const here = await world()
    const firm = await createOrganisation(parts.app, { type: 'ServiceProvider' })
    await link(here.organisationId, firm.id)
    const partner = await createUser(parts.app, {
      organisationId: firm.id,
      role: 'MatterManager',
      permissions: ['CreateMatters'],
    })
    return { ...here, firm, partner, theirs: await callerFor(parts, partner) }
  }

  test('create matters of a customer they work for, which they manage [M-11]', async () => {
    const { organisationId, owner, categoryId, partner, theirs, firm } = await firmWorld()
    const answer = await theirs.post(matters, { categoryId, organisationId, ownerId: owner.id })
    expect(answer.statusCode, answer.body).toBe(200)
    const details = await theirs.get(`${matters}/${answer.body}`)
    expect(details.json()).toMatchObject({
      organisationId,
      owner: { userId: owner.id },
      manager: { userId: partner.id },
      managerOrganisationId: firm.id,
    })
  })

  test('name the customer and its person; a customer that is not theirs is refused', async () => {
    const { organisationId, owner, categoryId, theirs, firm } = await firmWorld()
    const elsewhere = await world()
    const refuse = async (body: object, name: string) => {
      const answer = await theirs.post(matters, body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    }
    await refuse({ categoryId, ownerId: owner.id }, 'organisationId')
    await refuse({ categoryId, ownerId: owner.id, organisationId: firm.id }, 'organisationId')
    await refuse(
      {
        categoryId: elsewhere.categoryId,
        ownerId: elsewhere.owner.id,
        organisationId: elsewhere.organisationId,
      },
      'organisationId',
    )
    await refuse({ categoryId, organisationId }, 'ownerId')
  })

  test('find the categories of their customers, and of no others', async () => {
    const { categoryId, theirs } = await firmWorld()
    await world()
    const tree = (await theirs.get('/matter-apis/v1/mattercategories')).json<{ id: number }[]>()
    expect(tree.map(({ id }) => id)).toEqual([categoryId])
  })
})
