import { beforeAll, describe, expect, test } from 'vitest'
import {
  addContractWithDocument,
  addFolder,
  addText,
  createFileWorld,
  detailsOf,
  eventsOf,
  type FileWorld,
  patchFile,
} from '../../../test/fixtures/files.ts'
import { createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
let contract: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  contract = `Contract/${here.contractId}`
})

const unique = () => `${Math.random()}.txt`
const add = (caller: Caller, name = unique()) => addText(caller, contract, name)
const news = async (work: () => Promise<unknown>) => {
  const before = (await eventsOf(parts.app, here.organisationId)).length
  await work()
  return (await eventsOf(parts.app, here.organisationId)).slice(before).map(([name]) => name)
}
const replace = (path: string, value: unknown) => [{ op: 'replace', path, value }]

describe('a patch', () => {
  test('changes name, description and folder, with one event [F-90]', async () => {
    const id = await add(here.asOwner)
    const folder = await addFolder(here.asOwner, contract, unique())
    const events = await news(async () => {
      const answer = await here.asOwner.patch(`${files}/${id}`, [
        { op: 'replace', path: '/Name', value: ' Émile’s list.pdf ' },
        { op: 'add', path: 'description', value: 'Prices of 2026' },
        { op: 'replace', path: 'FolderId', value: folder },
      ])
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.body).toBe('')
    })
    expect(events).toEqual(['contract.file.updated'])
    const details = await detailsOf(here.asOwner, id)
    expect(details).toMatchObject({ name: 'Émile’s list.pdf', description: 'Prices of 2026' })
    expect(details?.path).toMatch(/^\/0\.\d+\.txt\/Émile’s list\.pdf$/)
    await patchFile(here.asOwner, id, { FolderId: 0, Description: null })
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ path: '/Émile’s list.pdf', description: null })
  })

  test('that changes nothing raises no event [F-90]', async () => {
    const id = await add(here.asOwner, 'same.txt')
    expect(
      await news(() => patchFile(here.asOwner, id, { Name: 'same.txt', IsPrivate: false, FolderId: null })),
    ).toEqual([])
  })

  test.each([
    ['/id', 7],
    ['/organisationId', 7],
    ['/__proto__', {}],
    ['/CreatedBy', 'x'],
    ['/Version', 9],
    ['/ParentRecordId', 9],
    ['Name', ''],
    ['Name', 'a/b.txt'],
    ['Name', 'a\\b.txt'],
    ['Name', '..'],
    ['Name', 'tab\there'],
    ['Name', 'right\u202eleft.txt'],
    ['Name', 'n'.repeat(256)],
    ['Name', null],
    ['Description', 'd'.repeat(4_001)],
    ['Description', 7],
    ['IsLocked', 'yes'],
    ['IsPrivate', 1],
    ['FolderId', 'root'],
    ['FolderId', 2_147_483_647],
  ])('of %s to %j is 400 and changes nothing [F-92, F-93]', async (path, value) => {
    const id = await add(here.asOwner)
    const before = await detailsOf(here.asOwner, id)
    const body = [{ op: 'replace', path: '/Description', value: 'changed' }, ...replace(path, value)]
    const answer = await here.asOwner.patch(`${files}/${id}`, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(await detailsOf(here.asOwner, id)).toEqual(before)
  })

  test('rejects a folder of another record', async () => {
    const there = await createFileWorld(parts.app, parts.server)
    const foreign = await addFolder(there.asOwner, `Contract/${there.contractId}`, 'Foreign')
    const id = await add(here.asOwner)
    const answer = await here.asOwner.patch(`${files}/${id}`, { FolderId: foreign })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { FolderId: [expect.any(String)] } })
  })

  test('with If-Match only applies to the version that was read [F-94]', async () => {
    const id = await add(here.asOwner)
    const etag = String((await here.asOwner.get(`${files}/${id}`)).headers['etag'])
    const send = (changes: object) =>
      here.asOwner.patch(`${files}/${id}`, changes, { headers: { 'if-match': etag } })
    expect((await send({ Description: 'first' })).statusCode).toBe(200)
    expect((await send({ Description: 'second' })).statusCode).toBe(412)
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ description: 'first' })
  })

  test('is reserved for the person who added the file and those who may change the record [F-94]', async () => {
    const [ofOwner, ofMember] = [await add(here.asOwner), await add(here.asMember)]
    for (const change of [{ Name: unique() }, { Description: 'x' }, { IsPrivate: true }]) {
      expect((await here.asMember.patch(`${files}/${ofOwner}`, change)).statusCode).toBe(403)
      expect((await here.asMember.patch(`${files}/${ofMember}`, change)).statusCode).toBe(200)
      expect((await here.asOwner.patch(`${files}/${ofMember}`, change)).statusCode).toBe(200)
      expect((await here.asColleague.patch(`${files}/${ofMember}`, change)).statusCode).toBe(404)
    }
  })

  test('renames folders; the paths of their contents follow', async () => {
    const folder = await addFolder(here.asOwner, contract, unique())
    const id = await addText(here.asOwner, `Folder/${folder}`, 'in.txt')
    expect(await news(() => patchFile(here.asOwner, folder, { Name: 'Renamed' }))).toEqual([
      'contract.folder.updated',
    ])
    expect((await detailsOf(here.asOwner, id))?.path).toBe('/Renamed/in.txt')
  })

  test('cannot move a folder into itself or a subfolder', async () => {
    const outer = await addFolder(here.asOwner, contract, unique())
    const inner = await addFolder(here.asOwner, contract, unique(), outer)
    for (const FolderId of [outer, inner]) {
      expect((await here.asOwner.patch(`${files}/${outer}`, { FolderId })).statusCode).toBe(409)
    }
  })

  test('cannot move the document of a contract or make it private [F-105]', async () => {
    const { contractId, documentId } = await addContractWithDocument(parts.app, here)
    for (const change of [{ IsPrivate: true }, { FolderId: 1 }]) {
      expect((await here.asOwner.patch(`${files}/${documentId}`, change)).statusCode).toBe(400)
    }
    expect(await news(() => patchFile(here.asOwner, documentId, { Name: 'Signed.pdf' }))).toEqual([
      'contract.document.updated',
    ])
    expect((await here.asOwner.post(`${files}/${documentId}/move`)).statusCode).toBe(409)
    expect((await here.asOwner.delete(`${files}/${documentId}`)).statusCode).toBe(409)
    const list = await here.asOwner.get(`${files}?recordType=Contract&recordId=${contractId}&recursive=true`)
    expect(list.json()).toEqual({ data: [], total: 0 })
  })
})

describe('a lock', () => {
  test('belongs to its holder: for others every change is 423 until it is released [F-91]', async () => {
    const id = await add(here.asOwner)
    await patchFile(here.asMember, id, { IsLocked: true })
    expect(await detailsOf(here.asOwner, id)).toMatchObject({
      isLocked: true,
      lockExpiryUtc: '2026-03-03T09:00:00.000',
    })
    for (const change of [{ Name: 'x' }, { Description: 'x' }, { IsPrivate: true }, { IsLocked: true }]) {
      const answer = await here.asOwner.patch(`${files}/${id}`, change)
      expect(answer.statusCode, answer.body).toBe(423)
    }
    expect((await here.asOwner.patch(`${files}/${id}`, { IsLocked: false })).statusCode).toBe(423)
    expect((await here.asOwner.post(`${files}/${id}/move/0`)).statusCode).toBe(204)
    const folder = await addFolder(here.asOwner, contract, unique())
    expect((await here.asOwner.post(`${files}/${id}/move/${folder}`)).statusCode).toBe(423)
    await patchFile(here.asMember, id, { IsLocked: false })
    await patchFile(here.asOwner, id, { Description: 'free again' })
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ isLocked: false, lockExpiryUtc: null })
  })

  test('expires after the configured hours; locking again extends it [F-91]', async () => {
    const id = await add(here.asOwner)
    const began = parts.clock.now()
    // tokens expire as well
    const after = async (hours: number) => {
      parts.clock.set(new Date(began.getTime() + hours * 3_600_000))
      return { owner: await callerFor(parts, here.owner), member: await callerFor(parts, here.member) }
    }
    await patchFile(here.asMember, id, { IsLocked: true })
    await patchFile((await after(23)).member, id, { IsLocked: true })
    const locked = await (await after(46)).owner.patch(`${files}/${id}`, { Description: 'x' })
    expect(locked.statusCode).toBe(423)
    const { owner } = await after(47)
    expect(await detailsOf(owner, id)).toMatchObject({ isLocked: false, lockExpiryUtc: null })
    await patchFile(owner, id, { Description: 'x', IsLocked: true })
    parts.clock.set(began)
  })

  test('can be broken by an administrator who may change the record, and by nobody else', async () => {
    const { organisationId } = here
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
    })
    const id = await add(here.asOwner)
    await patchFile(here.asMember, id, { IsLocked: true })
    const events = await news(async () => patchFile(await callerFor(parts, admin), id, { IsLocked: false }))
    expect(events).toEqual(['contract.file.unlocked'])
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ isLocked: false })
  })

  test('is not available for folders', async () => {
    const folder = await addFolder(here.asOwner, contract, unique())
    expect((await here.asOwner.patch(`${files}/${folder}`, { IsLocked: true })).statusCode).toBe(400)
  })
})
