import { mailsTo } from '../../../test/fixtures/mails.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import {
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()

let here: MatterWorld
let id: number
let users: string
let lawyer: TestUser
let partner: TestUser
beforeEach(async () => {
  const { app } = parts
  here = await matterWorld(parts)
  const firm = await createOrganisation(app, { name: 'Ashfield', type: 'ServiceProvider' })
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('organisation_links')
      .values({ customer_id: here.organisationId, provider_id: firm.id, created_at: now })
      .execute(),
  )
  lawyer = await createUser(app, {
    organisationId: here.organisationId,
    firstName: 'Ben',
    lastName: 'Quill',
  })
  partner = await createUser(app, {
    organisationId: firm.id,
    role: 'MatterManager',
    firstName: 'Cy',
    lastName: 'Rowe',
  })
  id = await insertMatter(app, { owner: here.owner, values: { in_intake: true } })
  users = `${matters}/${id}/users`
})
const assign = async (body: object) => (await here.caller.post(users, body)).statusCode
const details = async () => (await here.caller.get(`${matters}/${id}`)).json<object>()
const namesOf = async (query = '') => {
  const answer = await here.caller.get(`${users}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const page = answer.json<{ total: number; data: { userLastname: string }[] }>()
  return [page.total, ...page.data.map(({ userLastname }) => userLastname)]
}

describe('the people on a matter', () => {
  test('are its owner at first and everybody added later; adding somebody twice raises no second event [M-70]', async () => {
    expect(await assign({ UserId: lawyer.id, Target: 'Matter' })).toBe(200)
    expect(await assign({ userId: lawyer.id.toUpperCase(), target: 'Matter' })).toBe(200)
    expect(await assign({ userId: partner.id, target: 'Matter' })).toBe(200)
    const page = (await here.caller.get(users)).json<{ total: number; data: object[] }>()
    expect(page.total).toBe(3)
    expect(page.data).toMatchObject([
      { userFullName: 'Ana Prior', permissions: [1, 2, 3, 6] },
      { userFullName: 'Ben Quill', userInitials: 'BQ', isDelegateOwner: false, isDelegateManager: false },
      { userFullName: 'Cy Rowe', userOrganisationName: 'Ashfield', permissions: [6] },
    ])
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', here.organisationId)
      .where('subject_id', '=', id)
      .select('name')
      .execute()
    expect(events).toEqual([{ name: 'matter.member.added' }, { name: 'matter.member.added' }])
  })

  test('see it from then on, also from another organisation [M-71]', async () => {
    const them = await callerFor(parts, partner)
    expect((await them.get(`${matters}/${id}`)).statusCode).toBe(404)
    await assign({ userId: partner.id, target: 'Matter' })
    expect((await them.get(`${matters}/${id}`)).json()).toMatchObject({ id, organisationName: 'Harbour' })
    const personal = (await them.get(matters)).json<object>()
    expect(personal).toMatchObject({ total: 1, data: [{ id, organisationId: here.organisationId }] })
  })

  test('are given it as owners, who are of its organisation, or as managers, who may be of a law firm [M-72]', async () => {
    expect(await assign({ userId: partner.id, target: 'MatterOwner' })).toBe(400)
    expect(await assign({ userId: lawyer.id, target: 'MatterOwner' })).toBe(200)
    expect(await assign({ userId: partner.id, target: 'MatterManager' })).toBe(200)
    expect(await details()).toMatchObject({
      owner: { userId: lawyer.id },
      manager: { userId: partner.id },
      managerOrganisationId: partner.organisationId,
    })
    expect(await namesOf()).toEqual([3, 'Prior', 'Quill', 'Rowe'])
    expect(await topicsOf(parts, here.organisationId, id)).toEqual(['matter.updated', 'matter.updated'])
    expect((await here.caller.get(`${matters}?context=Intake`)).json()).toMatchObject({ total: 0 })
  })

  test('get the note that comes with it by mail, once each [M-73]', async () => {
    const { app } = parts
    const sent = async () =>
      (await mailsTo(app, { organisationId: partner.organisationId })).map(
        ({ recipient, subject, body }) => ({
          recipient,
          subject,
          body,
        }),
      )
    await assign({ userId: partner.id, target: 'MatterManager', note: ' Please call Ana first. ' })
    expect(await sent()).toEqual([
      {
        recipient: partner.email,
        subject: expect.stringMatching(/^LW\d{4}-0001: /),
        body: expect.stringContaining('Please call Ana first.'),
      },
    ])
    const kept = await app.db
      .selectFrom('matter_members')
      .where('organisation_id', '=', here.organisationId)
      .where('matter_id', '=', id)
      .where('user_id', '=', partner.id)
      .select(['note', 'added_by'])
      .executeTakeFirst()
    expect(kept).toEqual({ note: 'Please call Ana first.', added_by: here.owner.id })
    await assign({ userId: partner.id, target: 'Matter', note: null })
    expect(await sent()).toHaveLength(1)
  })

  test('are neither disabled nor from organisations that have nothing to do with it [M-74]', async () => {
    const { app } = parts
    const off = await createUser(app, { organisationId: here.organisationId, status: 'Disabled' })
    const outsider = (await matterWorld(parts)).owner
    for (const userId of [off.id, outsider.id, '00000000-0000-4000-8000-000000000000', 'me']) {
      for (const target of ['Matter', 'MatterOwner', 'MatterManager']) {
        expect(await assign({ userId, target, note: 'x' })).toBe(400)
      }
    }
    for (const body of [
      {},
      { userId: lawyer.id },
      { userId: lawyer.id, target: 'Boss' },
      { userId: lawyer.id, target: 'Matter', note: 'x'.repeat(4_001) },
    ]) {
      expect(await assign(body)).toBe(400)
    }
    expect(await namesOf()).toEqual([1, 'Prior'])
    expect(
      await app.db
        .selectFrom('outbox_mails')
        .where('organisation_id', '=', here.organisationId)
        .selectAll()
        .execute(),
    ).toEqual([])
  })

  test('can be filtered, sorted and paged [M-70]', async () => {
    for (const { id: userId } of [lawyer, partner]) await assign({ userId, target: 'Matter' })
    const filter = (field: string, operator: string, value: string) =>
      namesOf(`filtering.field=${field}&filtering.operator=${operator}&filtering.value=${value}`)
    expect(await filter('userLastname', 'startswith', 'qu')).toEqual([1, 'Quill'])
    expect(await filter('userOrganisationId', 'neq', String(here.organisationId))).toEqual([1, 'Rowe'])
    expect(await filter('userOrganisationName', 'eq', 'ashfield')).toEqual([1, 'Rowe'])
    expect(await filter('userId', 'eq', lawyer.id)).toEqual([1, 'Quill'])
    expect(await filter('isDelegateManager', 'eq', 'true')).toEqual([0])
    expect(await namesOf('sorting.field=userFullName&sorting.direction=desc&take=2')).toEqual([
      3,
      'Rowe',
      'Quill',
    ])
    expect(await namesOf('skip=2')).toEqual([3, 'Rowe'])
    for (const query of [
      'sorting.field=passwordHash',
      'filtering.field=permissions&filtering.operator=eq&filtering.value=1',
    ]) {
      expect((await here.caller.get(`${users}?${query}`)).statusCode).toBe(400)
    }
  })
})
