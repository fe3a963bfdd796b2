// v2 of matters: creating them, filters and orders; what they show and merge patches: server/records/v2.
import { listVisible, listingOf } from '../../records/lists/record-lists.ts'
import { expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import {
  allOfV2,
  detailedOfV2,
  expectOrders,
  expectPlainEvaluation,
} from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import { categoryListing } from '../categories.ts'
import { matterKind } from '../matter-kind.ts'
import { tagListing } from '../tag-listing.ts'
import { matterProperties } from './matters.wire.ts'
import { tagProperties } from './tags.ts'
import { matterTypeProperties } from './types.wire.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const categoryId = await insertCategory(app, organisationId, { name: 'Dispute' })
  const form = { organisationId, form: 'MatterDetails', categoryId } as const
  const fieldId = await insertFieldOn(app, form, { title: 'Court', type: 'ShortText' })
  const caller = await callerFor(parts, owner)
  return { organisationId, owner, categoryId, fieldId, caller }
}

test('a matter is created, shown, and read by v1', async () => {
  const { caller, categoryId, owner, fieldId } = await world()
  const made = await caller.post('/v2/matters', {
    type: { id: categoryId, name: 'anything' },
    name: 'Prior v. Arbour',
    manager: { user: { id: owner.id } },
    externalId: 'X-1',
    fields: { Court: 'Old Bailey' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(made.headers.location).toBe(`/v2/matters/${id}`)
  expect((await caller.get(`/matter-apis/v2/matters/${id}`)).json()).toMatchObject({
    id,
    name: 'Prior v. Arbour',
    displayId: expect.stringMatching(/^LW\d{4,}-\d{4}$/),
    type: { id: categoryId, name: 'Dispute' },
    owner: { id: owner.id },
    created: { user: { id: owner.id }, userName: 'Ana Prior' },
    restricted: false,
    manager: { intakeQueue: null, user: { id: owner.id } },
    externalId: 'X-1',
    fields: { court: 'Old Bailey' },
    status: 'Draft',
    teamAssigned: null,
  })
  const v1 = (await caller.get(`/matter-apis/v1/matters/${id}/fields`)).json<{
    detailFields: { model: object }
  }>()
  expect(v1.detailFields.model).toMatchObject({ [`field_${fieldId}`]: 'Old Bailey' })
})

test('a new matter needs a type of the organisation', async () => {
  const { caller } = await world()
  for (const body of [{}, { type: { id: 2_000_000_000 } }, { type: null }]) {
    const answer = await caller.post('/v2/matters', { name: 'x', ...body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { type: [expect.stringContaining('type')] } })
  }
})

test('filters find what a plain evaluation of the rows finds, orders sort them, for every property [V-1]', async () => {
  const { app } = parts
  const { caller, owner, categoryId, organisationId } = await world()
  const teamId = await createTeam(app, { organisationId, members: [owner] })
  const names = ['Prior v. Arbour', "it's 100%", 'x_y\\z', 'prior V. ARBOUR', 'Ünï']
  for (let i = 0; i < 24; i++) {
    await insertMatter(app, {
      owner,
      ...(i % 2 === 0 ? { categoryId } : {}),
      values: {
        name: names[i % names.length] ?? '',
        status: ['Draft', 'Active', 'Complete'][i % 3] ?? 'Draft',
        restricted: i % 4 === 0,
        external_id: i % 3 === 0 ? null : `x-${i}`,
        team_id: i % 2 === 0 ? teamId : null,
        manager_id: i % 5 === 0 ? null : owner.id,
        in_intake: i % 5 === 0,
        created_at: new Date(Date.UTC(2026, 1, 26 + (i % 5))),
      },
    })
  }
  const actor = await actorFor(app, owner)
  const listing = listingOf(matterKind, app, actor)
  const list = {
    resource: { ...listing, properties: matterProperties },
    shown: await detailedOfV2(caller, '/v2/matters'),
    find: (filter: Filter) => {
      const query = { filter, sort: [], skip: 0, take: 200 }
      return listVisible(matterKind, app, actor, { query, columns: ['id'], listing })
    },
    caller,
    path: '/v2/matters',
  }
  expect(list.shown).toHaveLength(24)
  await expectPlainEvaluation(list)
  await expectOrders(list)
})

test('and so do filters and orders of types and tags of matters, as a plain evaluation says [V-1]', async () => {
  const { app } = parts
  const { caller, organisationId, categoryId, owner } = await world()
  const matterId = await insertMatter(app, { owner, categoryId })
  for (const name of ['Appeal', "it's 100%", 'x_y\\z', 'APPEAL', 'Ünï', '日本語']) {
    await insertCategory(app, organisationId, { name, parent_id: name === 'Appeal' ? null : categoryId })
    const made = await caller.post(`/v2/matters/${matterId}/tags`, { description: name })
    expect(made.statusCode, made.body).toBe(201)
  }
  const lists = {
    '/v2/matterTypes': { ...categoryListing, properties: matterTypeProperties },
    '/v2/tags': { ...tagListing, properties: tagProperties },
  }
  for (const [path, resource] of Object.entries(lists)) {
    const list = { resource, shown: await allOfV2(caller, path), caller, path }
    await expectPlainEvaluation(list)
    await expectOrders(list)
  }
})

test('matter types are listed with their parent', async () => {
  const { app } = parts
  const { caller, organisationId, categoryId } = await world()
  const child = await insertCategory(app, organisationId, { name: 'Appeal', parent_id: categoryId })
  const gone = await insertCategory(app, organisationId, { name: 'Gone', deleted_at: parts.clock.now() })
  const page = (await caller.get('/v2/matterTypes?$orderby=Name&$count=true')).json<{
    items: { id: number }[]
  }>()
  expect(page).toMatchObject({
    count: 2,
    items: [
      { id: child, name: 'Appeal', parent: { id: categoryId, name: 'Dispute' } },
      { id: categoryId, name: 'Dispute', parent: null },
    ],
  })
  expect(page.items.map(({ id }) => id)).not.toContain(gone)
})
