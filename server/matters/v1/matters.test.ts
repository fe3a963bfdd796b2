import { describe, expect, test } from 'vitest'
import { createTeam, createUser } from '../../../test/factories.ts'
import {
  createMatter as create,
  insertCategory,
  insertMatter,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const world = () => matterWorld(parts)

const numberOf = (organisationId: number, number: number) =>
  `LW${String(organisationId).padStart(4, '0')}-${String(number).padStart(4, '0')}`

describe('creating a matter', () => {
  test('answers its id, and the details show what was sent [M-3, M-6, M-7, M-20]', async () => {
    const here = await world()
    const manager = await createUser(parts.app, {
      organisationId: here.organisationId,
      firstName: 'Ben',
      lastName: 'Quill',
    })
    const id = await create(here, { managerId: manager.id, externalId: 'HR-77', urgent: true })
    const details = await here.caller.get(`${matters}/${id}`)
    expect(details.headers['etag']).toMatch(/^"1-/)
    const person = {
      userOrganisationId: here.organisationId,
      userOrganisationName: 'Harbour',
      userHasPicture: false,
      userPictureCacheId: 0,
      permissions: [1, 2, 3, 6],
      isDelegateOwner: false,
      isDelegateManager: false,
    }
    expect(details.json()).toEqual({
      id,
      matterNumber: numberOf(here.organisationId, 1),
      matterUrl: `${parts.app.config.webUrl}/#/matters/${id}`,
      createdDateUtc: '2026-03-02T09:00:00.000',
      managerOrganisationId: here.organisationId,
      owner: {
        ...person,
        userId: here.owner.id,
        userFirstname: 'Ana',
        userLastname: 'Prior',
        userFullName: 'Ana Prior',
        userInitials: 'AP',
      },
      manager: {
        ...person,
        userId: manager.id,
        userFirstname: 'Ben',
        userLastname: 'Quill',
        userFullName: 'Ben Quill',
        userInitials: 'BQ',
      },
      organisationId: here.organisationId,
      organisationName: 'Harbour',
      lastStatusMessage: null,
      terms: null,
      matterSpecificEmail: null,
      tags: [],
      categoryId: here.categoryId,
      externalId: 'HR-77',
      name: 'Dismissal',
      parentId: null,
      restricted: false,
      status: 'Draft',
      teamId: null,
      urgent: true,
    })
    expect(await topicsOf(parts, here.organisationId, id)).toEqual(['matter.created'])
  })

  test('takes names of properties in any case and ignores unknown ones; without a name it bears that of its category [G-31]', async () => {
    const here = await world()
    const answer = await here.caller.post(matters, {
      CATEGORYID: here.categoryId,
      Urgent: true,
      colour: 'red',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const details = (await here.caller.get(`${matters}/${answer.body}`)).json<object>()
    expect(details).toMatchObject({ name: 'Employment', urgent: true })
  })

  test('makes creator, owner and manager its members [M-7]', async () => {
    const here = await world()
    const organisationId = here.organisationId
    const other = await createUser(parts.app, { organisationId, firstName: 'Cy', lastName: 'Rowe' })
    const manager = await createUser(parts.app, { organisationId, firstName: 'Di', lastName: 'Stone' })
    const id = await create(here, { ownerId: other.id.toUpperCase(), managerId: manager.id })
    const page = (await here.caller.get(`${matters}/${id}/users`)).json<{ data: { userId: string }[] }>()
    expect(page.data.map(({ userId }) => userId)).toEqual([here.owner.id, other.id, manager.id])
    const details = (await here.caller.get(`${matters}/${id}`)).json<object>()
    expect(details).toMatchObject({ owner: { userId: other.id }, manager: { userId: manager.id } })
  })

  test('refuses what leads nowhere, naming each, and leaves nothing [M-4]', async () => {
    const here = await world()
    const elsewhere = await world()
    const { app } = parts
    const hidden = await insertMatter(app, {
      owner: await createUser(app, { organisationId: here.organisationId }),
      categoryId: here.categoryId,
    })
    const deleted = await insertCategory(app, here.organisationId, {
      deleted_at: new Date('2026-01-01T00:00:00Z'),
    })
    const refuse = async (body: object, ...names: string[]) => {
      const answer = await here.caller.post(matters, { categoryId: here.categoryId, ...body })
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual(names.sort())
    }
    await refuse({ categoryId: deleted }, 'categoryId')
    await refuse({ categoryId: elsewhere.categoryId }, 'categoryId')
    await refuse({ ownerId: 'me', managerId: 'you' }, 'ownerId', 'managerId')
    await refuse(
      {
        ownerId: elsewhere.owner.id,
        managerId: elsewhere.owner.id,
        teamId: await createTeam(app, { organisationId: elsewhere.organisationId }),
        parentId: hidden,
      },
      'ownerId',
      'managerId',
      'teamId',
      'parentId',
    )
    await refuse({ organisationId: elsewhere.organisationId }, 'organisationId')
    await refuse({ name: 'x'.repeat(256) }, 'name')
    await refuse({ name: 'two\nlines' }, 'name')
    await refuse({ fields: { field_999999: 'x' } }, 'field_999999')
    for (const body of [
      {},
      { categoryId: 0 },
      { categoryId: here.categoryId, externalId: 'x'.repeat(256) },
    ]) {
      expect((await here.caller.post(matters, body)).statusCode).toBe(400)
    }
    const left = await app.db
      .selectFrom('matters')
      .where('organisation_id', '=', here.organisationId)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: hidden }])
    expect((await here.caller.get(`${matters}/${await create(here)}`)).json()).toMatchObject({
      matterNumber: numberOf(here.organisationId, 2),
    })
  })

  test('with an external id that is taken is a conflict; other organisations may use the same [M-8]', async () => {
    const here = await world()
    const elsewhere = await world()
    const id = await create(here, { externalId: 'ERP-1' })
    const again = await here.caller.post(matters, { categoryId: here.categoryId, externalId: ' ERP-1 ' })
    expect(again.statusCode).toBe(409)
    await create(elsewhere, { externalId: 'ERP-1' })
    expect((await here.caller.get(`${matters}/externalid/ERP-1`)).json()).toEqual({ id })
    expect((await here.caller.get(`${matters}/externalid/erp-1`)).statusCode).toBe(404)
  })

  test('gives numbers without gaps, one organisation apart from another, also many at a time [M-4, M-6]', async () => {
    const here = await world()
    const elsewhere = await world()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        // every fourth one fails after its number was taken
        here.caller.post(matters, {
          categoryId: here.categoryId,
          externalId: index % 4 ? `N-${index}` : 'same',
        }),
      ),
    )
    const made = answers.filter(({ statusCode }) => statusCode === 200)
    expect(made).toHaveLength(19)
    await create(elsewhere)
    const numbersOf = async (organisationId: number) => {
      const rows = await parts.app.db
        .selectFrom('matters')
        .where('organisation_id', '=', organisationId)
        .orderBy('number')
        .select('number')
        .execute()
      return rows.map(({ number }) => number)
    }
    expect(await numbersOf(here.organisationId)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
    expect(await numbersOf(elsewhere.organisationId)).toEqual([1])
  })
})

describe('the category of a new matter', () => {
  test('gives the team, and may ask for one [M-9]', async () => {
    const here = await world()
    const teamId = await createTeam(parts.app, { organisationId: here.organisationId })
    const other = await createTeam(parts.app, { organisationId: here.organisationId })
    const withTeam = await insertCategory(parts.app, here.organisationId, {
      team_id: teamId,
      team_required: true,
    })
    const asking = await insertCategory(parts.app, here.organisationId, { team_required: true })
    const teamOf = async (id: number) =>
      (await here.caller.get(`${matters}/${id}`)).json<{ teamId: number }>().teamId
    expect(await teamOf(await create(here, { categoryId: withTeam }))).toBe(teamId)
    expect(await teamOf(await create(here, { categoryId: withTeam, teamId: other }))).toBe(other)
    const refused = await here.caller.post(matters, { categoryId: asking })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: { teamId: [expect.stringContaining('missing')] } })
    expect(await teamOf(await create(here, { categoryId: asking, teamId: other }))).toBe(other)
  })

  test('decides by its rules what is not said [M-9]', async () => {
    const here = await world()
    const manager = await createUser(parts.app, { organisationId: here.organisationId })
    const rules = JSON.stringify({ managerId: manager.id, restricted: true, urgent: true })
    const categoryId = await insertCategory(parts.app, here.organisationId, { rules })
    const details = async (more: object) =>
      (await here.caller.get(`${matters}/${await create(here, { categoryId, ...more })}`)).json<object>()
    expect(await details({})).toMatchObject({
      restricted: true,
      urgent: true,
      manager: { userId: manager.id },
    })
    expect(await details({ restricted: false, urgent: false, managerId: here.owner.id })).toMatchObject({
      restricted: false,
      urgent: false,
      manager: { userId: here.owner.id },
    })
  })
})
