// Files of matters: what is the same for contracts is tested there (server/contracts/v1/files.test.ts).
import { beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
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
let id: number
beforeEach(async () => {
  here = await matterWorld(parts)
  id = await insertMatter(parts.app, { owner: here.owner })
})

const upload = (caller: Caller, content: string, query = '') => {
  const { payload, headers } = form({ file: { name: 'Claim.txt', content, contentType: 'text/plain' } })
  return caller.post(`${matters}/${id}/files${query}`, payload, { headers })
}
const versionOf = async (fileId: number) =>
  (await here.caller.get(`/file-apis/v1/files/${fileId}`)).json<Record<string, unknown>>()

test('a file is added to the matter, and the same name again is a new version of it [M-75]', async () => {
  const first = await upload(here.caller, 'one')
  expect(first.statusCode, first.body).toBe(201)
  const again = await upload(here.caller, 'two', '?comments=Second')
  expect([again.statusCode, again.body]).toEqual([201, first.body])
  const fileId = first.json<number>()
  expect(await versionOf(fileId)).toMatchObject({ parentRecordType: 'Matter', parentRecordId: id })
  const content = await here.caller.get(`/file-apis/v1/files/${fileId}/download`)
  expect(content.body).toBe('two')
  expect(await topicsOf(parts, here.organisationId, id)).toEqual([
    'matter.file.created',
    'matter.file.updated',
  ])
})

test('a conflict is resolved as the query says [M-75]', async () => {
  const first = (await upload(here.caller, 'one')).json<number>()
  expect((await upload(here.caller, 'two', '?conflictResolution=Skip')).statusCode).toBe(204)
  const beside = (await upload(here.caller, 'two', '?conflictResolution=keepboth')).json<number>()
  expect(beside).not.toBe(first)
  expect((await upload(here.caller, 'three', '?conflictResolution=Perhaps')).statusCode).toBe(400)
  expect((await upload(here.caller, 'three', '?folderId=999999')).statusCode).toBe(404)
})

test('members add files, outsiders do not, and a form without a file is refused [M-76]', async () => {
  const { app } = parts
  const guest = await createUser(app, { organisationId: here.organisationId, role: 'External' })
  id = await insertMatter(app, { owner: here.owner, members: [guest] })
  expect((await upload(await callerFor(parts, guest), 'one')).statusCode).toBe(201)
  expect((await upload((await matterWorld(parts)).caller, 'one')).statusCode).toBe(404)
  const { payload, headers } = form({ comments: 'nothing' })
  expect((await here.caller.post(`${matters}/${id}/files`, payload, { headers })).statusCode).toBe(400)
})
