import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import {
  createMatter,
  insertCategory,
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
let id: number
beforeEach(async () => {
  here = await matterWorld(parts)
  id = await insertMatter(parts.app, {
    owner: here.owner,
    categoryId: here.categoryId,
    values: { status: 'Draft', manager_id: here.owner.id },
  })
})
const patch = async (body: object, headers = {}) =>
  (await here.caller.patch(`${matters}/${id}`, body, { headers })).statusCode
const details = async (which = id) =>
  (await here.caller.get(`${matters}/${which}`)).json<Record<string, unknown>>()
const topics = () => topicsOf(parts, here.organisationId, id)

describe('changing a matter', () => {
  test('reaches every documented property, raises the events and counts the version [M-40]', async () => {
    const { app } = parts
    const { organisationId } = here
    const next = await createUser(app, { organisationId })
    const categoryId = await insertCategory(app, organisationId)
    const teamId = await createTeam(app, { organisationId })
    const parentId = await insertMatter(app, { owner: here.owner })
    const answer = await here.caller.patch(`${matters}/${id}`, [
      { op: 'test', path: '/Status', value: 'Draft' },
      { op: 'replace', path: '/Name', value: ' Appeal ' },
      { op: 'replace', path: '/CategoryId', value: categoryId },
      { op: 'replace', path: '/OwnerId', value: next.id.toUpperCase() },
      { op: 'replace', path: '/ManagerId', value: next.id },
      { op: 'add', path: '/TeamId', value: teamId },
      { op: 'replace', path: '/Urgent', value: true },
      { op: 'replace', path: 'externalid', value: ' X-1 ' },
      { op: 'replace', path: '/ParentId', value: parentId },
      { op: 'replace', path: 'status', value: 'active' },
    ])
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const shown = await here.caller.get(`${matters}/${id}`)
    expect(shown.json()).toMatchObject({
      name: 'Appeal',
      categoryId,
      owner: { userId: next.id },
      manager: { userId: next.id },
      teamId,
      urgent: true,
      externalId: 'X-1',
      parentId,
      status: 'Active',
    })
    expect(shown.headers['etag']).toMatch(/^"2-/)
    expect(await topics()).toEqual(['matter.updated', 'matter.status.updated'])
    expect(await patch([{ op: 'replace', path: '/Restricted', value: true }])).toBe(200)
    const cleared = ['TeamId', 'ExternalId', 'ParentId'].map((name) => ({ op: 'remove', path: `/${name}` }))
    expect(await patch(cleared)).toBe(200)
    expect(await details()).toMatchObject({
      restricted: true,
      teamId: null,
      externalId: null,
      parentId: null,
    })
  })

  test('to what it is already changes nothing, whatever has become of it since [M-46]', async () => {
    const { app } = parts
    const deleted = await insertCategory(app, here.organisationId, {
      deleted_at: new Date('2026-01-01T00:00:00Z'),
    })
    const off = await createUser(app, { organisationId: here.organisationId, status: 'Disabled' })
    id = await insertMatter(app, {
      owner: here.owner,
      categoryId: deleted,
      values: { manager_id: off.id },
    })
    const same = { Name: 'Advice', CategoryId: deleted, ManagerId: off.id, Status: 'Active', Urgent: false }
    expect(await patch(same)).toBe(200)
    expect((await here.caller.get(`${matters}/${id}`)).headers['etag']).toMatch(/^"1-/)
    expect(await topics()).toEqual([])
  })

  test('is all or nothing, and reaches nothing else [M-40]', async () => {
    const { app } = parts
    const before = await details()
    const elsewhere = await matterWorld(parts)
    const wrong: [string, unknown][] = [
      ['/Id', 9],
      ['/OrganisationId', 9],
      ['/__proto__', {}],
      ['/CreatedByUserId', here.owner.id],
      ['/MatterNumber', 'LW1'],
      ['/Name', ''],
      ['/Name', null],
      ['/Name', 'two\nlines'],
      ['/CategoryId', null],
      ['/CategoryId', elsewhere.categoryId],
      ['/OwnerId', null],
      ['/OwnerId', elsewhere.owner.id],
      ['/ManagerId', elsewhere.owner.id],
      ['/ManagerId', 'me'],
      ['/TeamId', 999_999],
      ['/TeamId', await createTeam(app, { organisationId: elsewhere.organisationId })],
      ['/ParentId', await insertMatter(app, { owner: elsewhere.owner })],
      ['/ParentId', id],
      ['/Restricted', 'yes'],
      ['/Urgent', null],
      ['/ExternalId', ' '],
      ['/ExternalId', 'a\0b'],
      ['/Status', 'Late'],
      ['/Status', null],
    ]
    for (const [path, value] of wrong) {
      const body = [
        { op: 'replace', path: '/Name', value: 'X' },
        { op: 'replace', path, value },
      ]
      expect(await patch(body), `${path} ${JSON.stringify(value)}`).toBe(400)
    }
    const { lastStatusMessage: _, ...shown } = await details()
    expect(before).toMatchObject(shown)
    expect(await topics()).toEqual([])
  })

  test('checks `test` operations', async () => {
    const body = (value: string) => [
      { op: 'test', path: '/Name', value },
      { op: 'replace', path: '/Name', value: 'Next' },
    ]
    expect(await patch(body('Other'))).toBe(409)
    expect(await patch(body('Advice'))).toBe(200)
    expect(await details()).toMatchObject({ name: 'Next' })
  })

  test('with If-Match changes only what was read [M-47]', async () => {
    expect(await patch({ Name: 'First' }, { 'if-match': '"1"' })).toBe(200)
    expect(await patch({ Name: 'Second' }, { 'if-match': '"1"' })).toBe(412)
    expect(await patch({ Name: 'Third' }, { 'if-match': '*' })).toBe(200)
    expect(await details()).toMatchObject({ name: 'Third' })
  })

  test('loses none of the changes made at the same time [M-47]', async () => {
    const bodies = [{ Name: 'Named' }, { Urgent: true }, { Status: 'Review' }, { ExternalId: 'X-9' }]
    await Promise.all(bodies.map((body) => patch(body)))
    expect(await details()).toMatchObject({
      name: 'Named',
      urgent: true,
      status: 'Review',
      externalId: 'X-9',
    })
    expect((await here.caller.get(`${matters}/${id}`)).headers['etag']).toMatch(/^"5-/)
  })

  test('to an external id that is taken is a conflict, of two at once for one', async () => {
    const other = await insertMatter(parts.app, { owner: here.owner })
    const answers = await Promise.all(
      [id, other].map(
        async (each) => (await here.caller.patch(`${matters}/${each}`, { ExternalId: 'E' })).statusCode,
      ),
    )
    expect(answers.sort()).toEqual([200, 409])
  })
})

describe('the parent of a matter', () => {
  test('is neither the matter itself nor one below it [M-48]', async () => {
    const below = await createMatter(here, { parentId: id })
    const farBelow = await createMatter(here, { parentId: below })
    for (const ParentId of [id, below, farBelow]) expect(await patch({ ParentId })).toBe(400)
    expect(await details()).toMatchObject({ parentId: null })
  })

  test('closes no circle either when both ends are changed at once [M-48]', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = await Promise.all([createMatter(here), createMatter(here), createMatter(here)])
      const put = async (which: number, ParentId: number) =>
        (await here.caller.patch(`${matters}/${which}`, { ParentId })).statusCode
      const answers = await Promise.all([put(a, b), put(b, c), put(c, a)])
      expect(answers.sort()).toEqual([200, 200, 400])
    }
  })
})

describe('who may change what', () => {
  test('a new owner and manager become members; the old ones stay', async () => {
    const next = await createUser(parts.app, { organisationId: here.organisationId })
    expect(await patch({ OwnerId: next.id, ManagerId: next.id })).toBe(200)
    expect((await (await callerFor(parts, next)).get(`${matters}/${id}`)).json()).toMatchObject({
      owner: { userId: next.id },
    })
    expect((await here.caller.get(`${matters}/${id}`)).statusCode).toBe(200)
  })

  test('nobody restricts a matter that they would not see any more [P-40]', async () => {
    const groups = ['MatterAdministrators'] as const
    const administrator = await createUser(parts.app, { organisationId: here.organisationId, groups })
    const theirs = await callerFor(parts, administrator)
    expect((await theirs.patch(`${matters}/${id}`, { Restricted: true })).statusCode).toBe(403)
    expect((await theirs.patch(`${matters}/${id}`, { Urgent: true })).statusCode).toBe(200)
    expect(await patch({ Restricted: true })).toBe(200)
    expect((await theirs.patch(`${matters}/${id}`, { Urgent: false })).statusCode).toBe(404)
  })

  test('a category that requires a team is not given to a matter without one, nor is the team taken away', async () => {
    const { organisationId } = here
    const asking = await insertCategory(parts.app, organisationId, { team_required: true })
    const teamId = await createTeam(parts.app, { organisationId })
    expect(await patch({ CategoryId: asking })).toBe(400)
    expect(await patch({ CategoryId: asking, TeamId: teamId })).toBe(200)
    expect(await patch({ TeamId: null })).toBe(400)
    expect(await details()).toMatchObject({ categoryId: asking, teamId })
  })

  test('a manager of a law firm moves the matter while work goes on and changes nothing else of it; their colleagues do not even that [P-37]', async () => {
    const { app } = parts
    const firm = await createOrganisation(app, { type: 'ServiceProvider' })
    const [partner, associate] = [
      await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
      await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    ]
    id = await insertMatter(app, {
      owner: here.owner,
      members: [associate],
      values: { manager_id: partner.id },
    })
    const theirs = await callerFor(parts, partner)
    expect((await theirs.patch(`${matters}/${id}`, { Status: 'OnHold' })).statusCode).toBe(200)
    const others = await callerFor(parts, associate)
    expect((await others.patch(`${matters}/${id}`, { Status: 'Active' })).statusCode).toBe(403)
    for (const [name, value] of [
      ['Name', 'Theirs'],
      ['Restricted', true],
      ['Status', 'Complete'],
    ] as const) {
      const refused = await theirs.patch(`${matters}/${id}`, { [name]: value })
      expect(refused.statusCode, refused.body).toBe(403)
      expect(refused.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
    }
    expect(await details()).toMatchObject({ status: 'OnHold', name: 'Advice', restricted: false })
  })
})
