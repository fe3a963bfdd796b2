// v2 of what people do with files every day: choosing what happens to a name that is taken, locks, undo, archives.
import { expect, test } from 'vitest'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { readZip } from '../../platform/documents/zip-archive.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: string, query = '') =>
    Number((await upload(here.asOwner, here.contractId, { name, content, query })).body)
  const post = (by: Caller, name: string, content: string, fields: Record<string, string> = {}) => {
    const { payload, headers } = form({
      targetResourceType: 'Contract',
      targetResourceId: String(here.contractId),
      ...fields,
      file: { name, content, contentType: 'text/plain' },
    })
    return by.post('/v2/files', payload, { headers })
  }
  return { ...here, add, post }
}

test('a name that is taken is 409 with the file that has it, unless onConflict says what to do [F-143]', async () => {
  const { asOwner, post } = await world()
  const { id } = (await post(asOwner, 'a.txt', 'one')).json<{ id: number }>()
  const refused = await post(asOwner, 'A.txt', 'two')
  expect(refused.statusCode).toBe(409)
  expect(refused.json<{ detail: string }>().detail).toContain(`a.txt already exists here (file ${id})`)
  expect(
    (await post(asOwner, 'a.txt', 'two', { onConflict: 'saveVersion', comments: 'second' })).json(),
  ).toEqual({ id })
  const versions = (await asOwner.get(`/v2/files/${id}/versions`)).json()
  expect(versions.items).toMatchObject([{ version: 2, comments: 'second' }, { version: 1 }])
  const skipped = await post(asOwner, 'a.txt', 'three', { onConflict: 'Skip' })
  expect([skipped.statusCode, skipped.body]).toEqual([204, ''])
  const both = (await post(asOwner, 'a.txt', 'four', { onConflict: 'KeepBoth' })).json<{ id: number }>()
  expect((await asOwner.get(`/v2/files/${both.id}`)).json()).toMatchObject({ name: 'a (1).txt' })
  expect((await post(asOwner, 'a.txt', 'five', { onConflict: 'Replace' })).json()).toEqual({ id })
  expect((await asOwner.get(`/v2/files/${id}/content`)).body).toBe('five')
  expect((await post(asOwner, 'a.txt', 'six', { onConflict: 'Whatever' })).statusCode).toBe(400)
})

test('a new file is private and described as its sender says, and both can be changed [F-143]', async () => {
  const { asOwner, asMember, post } = await world()
  const about = { description: 'For us only', restricted: 'true' }
  const { id } = (await post(asOwner, 'note.txt', 'text', about)).json<{ id: number }>()
  expect((await asMember.get(`/v2/files/${id}`)).statusCode).toBe(404)
  expect((await asOwner.get(`/file-apis/v1/files/${id}`)).json()).toMatchObject({
    description: 'For us only',
  })
  expect((await asOwner.patch(`/v2/files/${id}`, { restricted: false, description: null })).statusCode).toBe(
    204,
  )
  expect((await asMember.get(`/v2/files/${id}`)).json()).toMatchObject({ restricted: false })
  expect((await asMember.patch(`/v2/files/${id}`, { restricted: true })).statusCode).toBe(403)
})

test('a locked file is 423 to everybody else until it is unlocked; an administrator may do that [F-144]', async () => {
  const { asOwner, asMember, owner, organisationId, add } = await world()
  const id = await add('a.txt', 'one')
  expect((await asOwner.get(`/v2/files/${id}/lock`)).statusCode).toBe(404)
  const locked = await asOwner.put(`/v2/files/${id}/lock`)
  expect(locked.json()).toEqual({
    user: { id: owner.id, name: owner.name },
    expires: expect.stringMatching(/Z$/),
    for: null,
  })
  expect((await asMember.get(`/v2/files/${id}`)).json()).toMatchObject({ lock: locked.json() })
  expect((await asMember.put(`/v2/files/${id}/lock`)).statusCode).toBe(423)
  expect((await asMember.delete(`/v2/files/${id}/lock`)).statusCode).toBe(423)
  expect((await asMember.get(`/v2/files/${id}/lock`)).statusCode).toBe(200)
  const admin = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    groups: ['ContractAdministrators'],
  })
  expect((await (await callerFor(parts, admin)).delete(`/v2/files/${id}/lock`)).statusCode).toBe(204)
  expect((await asMember.put(`/v2/files/${id}/lock`)).statusCode).toBe(200)
})

test('what somebody deleted they can restore themselves for a day; others cannot [F-145]', async () => {
  const { asOwner, asMember, asColleague, owner, add } = await world()
  const id = await add('a.txt', 'one')
  expect((await asOwner.delete(`/v2/files/${id}`)).statusCode).toBe(204)
  expect((await asMember.post(`/v2/bin/${id}/restore`)).statusCode).toBe(403)
  expect((await asColleague.post(`/v2/bin/${id}/restore`)).json()).toMatchObject({ status: 403 })
  expect((await asOwner.post(`/v2/bin/${id}/restore`)).json()).toEqual({ id, name: 'a.txt' })
  expect((await asOwner.get(`/v2/files/${id}`)).statusCode).toBe(200)
  expect((await asOwner.delete(`/v2/files/${id}`)).statusCode).toBe(204)
  parts.clock.advance({ hours: 25 })
  const later = await callerFor(parts, owner)
  expect((await later.post(`/v2/bin/${id}/restore`)).statusCode).toBe(403)
})

test('many files come as one archive with their folders, each name once, and nothing that the caller may not see [F-146]', async () => {
  const { asOwner, asMember, asColleague, add, contractId } = await world()
  const folder = await asOwner.post('/v2/files', {
    name: 'Annexes',
    resource: { type: 'Contract', id: contractId },
  })
  const folderId = folder.json<{ id: number }>().id
  const first = await add('a.txt', 'one')
  const inside = await add('b.txt', 'two', `?folderId=${folderId}`)
  const secret = await add('secret.txt', 'three', `?folderId=${folderId}`)
  await asOwner.patch(`/v2/files/${secret}`, { restricted: true })
  const entries = async (by: Caller, query: string) => {
    const answer = await by.get(`/v2/files/archive?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return readZip(answer.rawPayload, { entries: 100, bytes: 10_000 }).map(({ name, content }) => [
      name,
      String(content),
    ])
  }
  expect(await entries(asMember, `ids=${first},${folderId}`)).toEqual([
    ['a.txt', 'one'],
    ['Annexes/b.txt', 'two'],
  ])
  expect(await entries(asOwner, `record=contract/${contractId}`)).toEqual([
    ['a.txt', 'one'],
    ['Annexes/b.txt', 'two'],
    ['Annexes/secret.txt', 'three'],
  ])
  expect(await entries(asMember, `ids=${inside}`)).toEqual([['b.txt', 'two']])
  expect((await asMember.get(`/v2/files/archive?ids=${first},${secret}`)).statusCode).toBe(404)
  expect((await asColleague.get(`/v2/files/archive?ids=${first}`)).statusCode).toBe(404)
  expect((await asColleague.get(`/v2/files/archive?record=Contract/${contractId}`)).statusCode).toBe(404)
  expect((await asOwner.get('/v2/files/archive')).statusCode).toBe(400)
  expect((await asOwner.get('/v2/files/archive?ids=x')).statusCode).toBe(400)
})

test('an archive whose content is lost ends before it is complete [F-146]', async () => {
  const { asOwner, add, organisationId } = await world()
  const first = await add('a.txt', 'one')
  const lost = await add('b.txt', 'two')
  const { storage_key: key } = await parts.app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', lost)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  await parts.app.storage.remove(key)
  await expect(asOwner.get(`/v2/files/archive?ids=${first},${lost}`)).rejects.toThrow()
})
