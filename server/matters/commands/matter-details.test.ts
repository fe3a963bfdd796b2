// Tags, terms and delegates: what is added to a matter, as its details show it.
import { beforeEach, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import {
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import { addMatterTag } from './add-matter-tag.ts'
import { removeMatterTag } from './remove-matter-tag.ts'
import { setMatterDelegates } from './set-matter-delegates.ts'
import { setMatterTerms } from './set-matter-terms.ts'

const parts = useTestApp()

let here: MatterWorld
let owner: Actor
let business: TestUser
let matterId: number
beforeEach(async () => {
  here = await matterWorld(parts)
  owner = await actorFor(parts.app, here.owner)
  business = await createUser(parts.app, { organisationId: here.organisationId, role: 'Standard' })
  matterId = await insertMatter(parts.app, { owner: here.owner, members: [business] })
})
const details = async () =>
  (await here.caller.get(`${matters}/${matterId}`)).json<{
    tags: { id: number; description: string }[]
    terms: object | null
    status: string
  }>()
const topics = () => topicsOf(parts, here.organisationId, matterId)

describe('tags', () => {
  test('are words of the organisation, the same in any case and on every matter [M-20, M-44, M-51, W-46]', async () => {
    const { app } = parts
    const other = await insertMatter(app, { owner: here.owner })
    const board = await addMatterTag(app, owner, matterId, ' Board ')
    const privacy = await addMatterTag(app, owner, matterId, 'Privacy')
    expect(await addMatterTag(app, owner, matterId, 'BOARD')).toEqual(board)
    expect(await addMatterTag(app, owner, other, 'board')).toEqual(board)
    expect((await details()).tags).toEqual([board, privacy])
    expect(board.description).toBe('Board')
    // the second time on the same matter is no event
    expect(await topics()).toEqual([
      'matter.tag.created',
      'matter.updated',
      'matter.tag.created',
      'matter.updated',
    ])
    const event = await app.db
      .selectFrom('events')
      .where('organisation_id', '=', here.organisationId)
      .where('name', '=', 'matter.tag.created')
      .orderBy('id')
      .select(['resource_id', 'subject_kind', 'subject_id'])
      .executeTakeFirst()
    // subscribers get the tag, and the matter as its parent
    expect(event).toEqual({ resource_id: board.id, subject_kind: 'matter', subject_id: matterId })
    const elsewhere = await matterWorld(parts)
    const theirs = await addMatterTag(
      app,
      await actorFor(app, elsewhere.owner),
      await insertMatter(app, { owner: elsewhere.owner }),
      'Board',
    )
    expect(theirs.id).not.toBe(board.id)
  })

  test('are taken off one matter and stay on the others', async () => {
    const { app } = parts
    const other = await insertMatter(app, { owner: here.owner })
    const tag = await addMatterTag(app, owner, matterId, 'Board')
    await addMatterTag(app, owner, other, 'Board')
    await removeMatterTag(app, owner, matterId, tag.id)
    expect((await details()).tags).toEqual([])
    expect((await here.caller.get(`${matters}/${other}`)).json()).toMatchObject({ tags: [tag] })
    expect(await topics()).toEqual(['matter.tag.created', 'matter.updated', 'matter.updated'])
    await expect(removeMatterTag(app, owner, matterId, tag.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('many people may add at once, and there is one [M-44]', async () => {
    const { app } = parts
    const added = await Promise.all(
      Array.from({ length: 8 }, () => addMatterTag(app, owner, matterId, 'Rush')),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    expect(await topics()).toEqual(['matter.tag.created', 'matter.updated'])
  })

  test('are for those who may change the matter, and a line of text', async () => {
    const { app } = parts
    const them = await actorFor(app, business)
    await expect(addMatterTag(app, them, matterId, 'Board')).rejects.toMatchObject({ code: 'forbidden' })
    for (const text of ['', ' ', 'x'.repeat(101), 'two\nlines']) {
      await expect(addMatterTag(app, owner, matterId, text)).rejects.toMatchObject({ code: 'bad_request' })
    }
    expect((await details()).tags).toEqual([])
    expect(await topics()).toEqual([])
  })
})

describe('terms', () => {
  async function upload(name: string): Promise<number> {
    const { payload, headers } = form({ file: { name, content: '%PDF-1.4' } })
    const answer = await here.caller.post(`${matters}/${matterId}/files`, payload, { headers })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<number>()
  }
  const file = (fileId: number) => `/file-apis/v1/files/${fileId}`
  const hide = async (fileId: number, IsPrivate: boolean) => {
    const answer = await here.caller.patch(file(fileId), { IsPrivate })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  test('are a file of the matter with a code; they can be replaced and removed [M-20]', async () => {
    const { app } = parts
    const fileId = await upload('Terms.pdf')
    const newer = await upload('Terms 2027.pdf')
    await setMatterTerms(app, owner, matterId, { fileId, code: ' ASH-1 ' })
    expect((await details()).terms).toEqual({ fileId, code: 'ASH-1', fileName: 'Terms.pdf' })
    await setMatterTerms(app, owner, matterId, { fileId: newer, code: 'ASH-2' })
    await setMatterTerms(app, owner, matterId, { fileId: newer, code: 'ASH-2' })
    expect((await details()).terms).toEqual({ fileId: newer, code: 'ASH-2', fileName: 'Terms 2027.pdf' })
    await setMatterTerms(app, owner, matterId, null)
    await setMatterTerms(app, owner, matterId, null)
    expect((await details()).terms).toBeNull()
    const events = await app.db
      .selectFrom('events')
      .where('organisation_id', '=', here.organisationId)
      .where('name', '=', 'matter.terms.set')
      .select('id')
      .execute()
    expect(events).toHaveLength(3)
  })

  test('are shown only while everybody on the matter can read them [M-45]', async () => {
    const { app } = parts
    const fileId = await upload('Terms.pdf')
    await setMatterTerms(app, owner, matterId, { fileId, code: 'A' })
    await hide(fileId, true)
    expect((await details()).terms).toBeNull()
    await expect(setMatterTerms(app, owner, matterId, { fileId, code: 'B' })).rejects.toMatchObject({
      code: 'bad_request',
    })
    await hide(fileId, false)
    expect((await details()).terms).toMatchObject({ fileId })
    const deleted = await here.caller.delete(file(fileId))
    expect(deleted.statusCode, deleted.body).toBeLessThan(300)
    expect((await details()).terms).toBeNull()
  })

  test('are no file of another matter, and not for everybody to set', async () => {
    const { app } = parts
    const fileId = await upload('Terms.pdf')
    const other = await insertMatter(app, { owner: here.owner })
    const refused = (actor: Actor, id: number, terms: { fileId: number; code: string }) =>
      setMatterTerms(app, actor, id, terms).then(
        () => 'set',
        (error: { code?: string }) => error.code,
      )
    expect(await refused(owner, other, { fileId, code: 'A' })).toBe('bad_request')
    expect(await refused(owner, matterId, { fileId, code: ' ' })).toBe('bad_request')
    expect(await refused(await actorFor(app, business), matterId, { fileId, code: 'A' })).toBe('forbidden')
    expect((await details()).terms).toBeNull()
  })
})

describe('delegates', () => {
  test('are shown as such, and may change the matter like those they stand in for [P-42]', async () => {
    const { app } = parts
    const them = await callerFor(parts, business)
    expect((await them.patch(`${matters}/${matterId}`, { Urgent: true })).statusCode).toBe(403)
    await setMatterDelegates(app, owner, matterId, { userId: business.id, forOwner: true, forManager: false })
    expect((await them.patch(`${matters}/${matterId}`, { Urgent: true })).statusCode).toBe(200)
    const query = 'filtering.field=isDelegateOwner&filtering.operator=eq&filtering.value=true'
    const page = (await here.caller.get(`${matters}/${matterId}/users?${query}`)).json<object>()
    expect(page).toMatchObject({
      total: 1,
      data: [{ userId: business.id, isDelegateOwner: true, isDelegateManager: false, permissions: [1] }],
    })
    await setMatterDelegates(app, owner, matterId, {
      userId: business.id,
      forOwner: false,
      forManager: false,
    })
    expect((await them.patch(`${matters}/${matterId}`, { Urgent: false })).statusCode).toBe(403)
  })

  test('are members, and only those who may change the matter choose them', async () => {
    const { app } = parts
    const outsider = await createUser(app, { organisationId: here.organisationId })
    const delegation = { forOwner: true, forManager: true }
    await expect(
      setMatterDelegates(app, owner, matterId, { userId: outsider.id, ...delegation }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      setMatterDelegates(app, await actorFor(app, business), matterId, {
        userId: business.id,
        ...delegation,
      }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })
})
