// What a private folder hides, everywhere that a file can be seen or announced.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addFolder,
  addText,
  createFileWorld,
  detailsOf,
  type FileWorld,
  patchFile,
  sendRaw,
} from '../../../test/fixtures/files.ts'
import { askList } from '../../../test/lists/lists.ts'
import { subscriptionsPath, useReceiver } from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { runWebhooksOnce } from '../../webhooks/delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const files = '/file-apis/v1/files'
let here: FileWorld
let contract: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  contract = `Contract/${here.contractId}`
})

/** A folder with a folder with a file in it. */
async function tree(by: FileWorld['asOwner']) {
  const outer = await addFolder(by, contract, `${Math.random()}`)
  const inner = await addFolder(by, contract, 'Inner', outer)
  return { outer, inner, id: await addText(by, `Folder/${inner}`, 'a.txt') }
}

describe('the contents of a private folder', () => {
  test('are hidden from members, at any depth and in every answer, until the folder is no longer private [F-9]', async () => {
    const { outer, inner, id } = await tree(here.asOwner)
    const seen = async (caller: FileWorld['asOwner']) => {
      const all = await askList(caller, files, { take: 1000 })
      const record = { recordType: 'Contract', recordId: here.contractId, recursive: 'true', take: 1000 }
      const ofRecord = await askList(caller, files, record)
      const calls = [
        `/${id}`,
        `/${id}/download`,
        `?folderId=${inner}`,
        `?recordType=Folder&recordId=${outer}`,
      ]
      return [
        all.data.some((row) => row.id === id),
        ofRecord.data.some((row) => row.id === inner),
        ...(await Promise.all(calls.map(async (call) => (await caller.get(`${files}${call}`)).statusCode))),
        (await sendRaw(caller, `Folder/${inner}`, { name: `${Math.random()}`, content: 'x' })).statusCode,
        (
          await caller.post(`/file-apis/v1/folders/${contract}`, {
            name: `${Math.random()}`,
            parentFolderId: inner,
          })
        ).statusCode,
      ]
    }
    const open = [true, true, 200, 200, 200, 200, 200, 201]
    expect(await seen(here.asMember)).toEqual(open)
    await patchFile(here.asOwner, outer, { IsPrivate: true })
    expect(await seen(here.asMember)).toEqual([false, false, 404, 404, 404, 404, 404, 404])
    expect(await seen(here.asOwner)).toEqual(open)
    await patchFile(here.asOwner, outer, { IsPrivate: false })
    expect(await seen(here.asMember)).toEqual(open)
  })

  test('look like a folder that does not exist to those who may not see it [F-9]', async () => {
    const { outer } = await tree(here.asOwner)
    await patchFile(here.asOwner, outer, { IsPrivate: true })
    const id = await addText(here.asMember, contract, `${Math.random()}`)
    const put = async (FolderId: number) => {
      const answer = await here.asMember.patch(`${files}/${id}`, { FolderId })
      return [answer.statusCode, answer.json<{ errors: object }>().errors]
    }
    const hidden = await put(outer)
    expect(hidden).toEqual([400, { FolderId: expect.anything() }])
    expect(hidden).toEqual(await put(2_147_483_647))
  })

  test('are visible to the creator of the folder and to those who may change the record, regardless of who added them', async () => {
    const { outer, id } = await tree(here.asMember)
    await patchFile(here.asMember, outer, { IsPrivate: true })
    const ofOwner = await addText(here.asOwner, `Folder/${outer}`, 'of the owner.txt')
    for (const each of [id, ofOwner]) {
      expect(await detailsOf(here.asMember, each)).toBeDefined()
      expect(await detailsOf(here.asOwner, each)).toBeDefined()
    }
    // private to the owner inside what is private to the member: only those two and those who may change the record may
    // see it
    await patchFile(here.asOwner, ofOwner, { IsPrivate: true })
    expect(await detailsOf(here.asMember, ofOwner)).toBeUndefined()
    expect(await detailsOf(here.asOwner, ofOwner)).toBeDefined()
  })

  test('include what is moved in, and no longer what is moved out [F-9]', async () => {
    const { outer, id } = await tree(here.asOwner)
    const other = await addText(here.asOwner, contract, `${Math.random()}`)
    await patchFile(here.asOwner, outer, { IsPrivate: true })
    await here.asOwner.post(`${files}/${other}/move/${outer}`)
    expect(await detailsOf(here.asMember, other)).toBeUndefined()
    await here.asOwner.post(`${files}/${id}/move`)
    expect(await detailsOf(here.asMember, id)).toBeDefined()
  })

  test('are all hidden when a folder is made private while files are added to it', async () => {
    const { outer, inner } = await tree(here.asOwner)
    const adding = Array.from({ length: 8 }, (_, index) =>
      addText(here.asOwner, `Folder/${inner}`, `${index}`),
    )
    const [added] = await Promise.all([
      Promise.all(adding),
      patchFile(here.asOwner, outer, { IsPrivate: true }),
    ])
    for (const id of added) expect(await detailsOf(here.asMember, id)).toBeUndefined()
  })

  test('are announced to subscribers who may see them, and to no others [W-71]', async () => {
    const { outer, inner } = await tree(here.asOwner)
    for (const [name, caller] of [
      ['owner', here.asOwner],
      ['member', here.asMember],
    ] as const) {
      const body = {
        topics: ['contract.file.created', 'contract.file.updated'],
        subscriptionUrl: `${receiver().url}/${name}`,
      }
      expect((await caller.post(subscriptionsPath, body)).statusCode).toBe(201)
    }
    const recipients = async () => {
      receiver().clear()
      await runWebhooksOnce(parts.app)
      return receiver()
        .requests.map(({ target }) => target)
        .toSorted()
    }
    await recipients()
    await addText(here.asOwner, `Folder/${inner}`, 'open.txt')
    expect(await recipients()).toEqual(['/member', '/owner'])
    await patchFile(here.asOwner, outer, { IsPrivate: true })
    await addText(here.asOwner, `Folder/${inner}`, 'hidden.txt')
    expect(await recipients()).toEqual(['/owner'])
    // between the event and its notification the folder becomes private, or the file is deleted
    await patchFile(here.asOwner, outer, { IsPrivate: false })
    await addText(here.asOwner, `Folder/${inner}`, 'late.txt')
    await patchFile(here.asOwner, outer, { IsPrivate: true })
    expect(await recipients()).toEqual(['/owner'])
    const gone = await addText(here.asOwner, contract, 'gone.txt')
    await here.asOwner.delete(`${files}/${gone}`)
    expect(await recipients()).toEqual([])
  })
})
