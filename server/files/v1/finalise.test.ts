import { beforeAll, describe, expect, test } from 'vitest'
import {
  addFolder,
  createFileWorld,
  detailsOf,
  download,
  eventsOf,
  type FileWorld,
  patchFile,
  sendRaw,
  storedIn,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { closeUploads } from '../commands/close-uploads.ts'
import { sweepStorage, verifyStorage } from '../contents/sweep.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
})

/** A folder of its own as target, with the calls that tests make there. */
async function place() {
  const target = `Folder/${await addFolder(here.asOwner, `Contract/${here.contractId}`, `${Math.random()}`)}`
  return {
    target,
    upload: async (content: string, query = '', name = 'Lease.docx') => {
      const answer = await sendRaw(here.asOwner, target, { name, content, query })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<number>()
    },
    finalise: (id: number, body: object, caller = here.asOwner) =>
      caller.put(`${files}/${target}/uploads/${id}`, body),
  }
}
const failed = { outcome: 'Failed', failureReason: 'the connection broke' }
const names = async () => (await eventsOf(parts.app, here.organisationId)).map(([name]) => name)
const content = async (id: number) => (await download(here.asOwner, id)).toString()

describe('an upload that failed', () => {
  test('is deleted with its content; repeating the call changes nothing [F-40]', async () => {
    const { upload, finalise } = await place()
    const before = await storedIn(parts.app)
    const id = await upload('one')
    for (let time = 1; time <= 2; time++) {
      const answer = await finalise(id, failed)
      expect([answer.statusCode, answer.json()]).toEqual([200, id])
    }
    expect(await detailsOf(here.asOwner, id)).toBeUndefined()
    expect(await storedIn(parts.app)).toEqual(before)
    expect((await names()).slice(-3)).toEqual([
      'contract.file.created',
      'contract.file.upload.finalised',
      'contract.file.deleted',
    ])
    expect((await finalise(id, { outcome: 'Succeeded' })).statusCode).toBe(409)
  })

  test('restores the previous version, name and content of the file [F-40]', async () => {
    const { upload, finalise } = await place()
    const id = await upload('one')
    expect(await upload('%PDF-1.7', `?parentFileId=${id}`, 'signed.pdf')).toBe(id)
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ name: 'Lease.pdf', version: 2 })
    expect((await finalise(id, failed)).statusCode).toBe(200)
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ name: 'Lease.docx', version: 1, size: 3 })
    expect(await content(id)).toBe('one')
    expect((await names()).at(-1)).toBe('contract.file.updated')
  })

  test('restores replaced content, which no sweep deletes in the meantime', async () => {
    const { upload, finalise } = await place()
    const id = await upload('one')
    await upload('two', '?conflictResolution=Replace')
    await sweepStorage(parts.app, { graceMinutes: -1 })
    expect((await finalise(id, failed)).statusCode).toBe(200)
    expect(await content(id)).toBe('one')
    expect((await verifyStorage(parts.app)).findings).toEqual([])
  })

  test('cannot be undone below a newer version [F-42]', async () => {
    const { target, upload, finalise } = await place()
    const id = await upload('one')
    await sendRaw(here.asMember, target, { name: 'lease.docx', content: 'two' })
    for (const body of [failed, { outcome: 'Succeeded', conflictResolution: 'KeepBoth' }]) {
      const answer = await finalise(id, body)
      // there was no conflict when the first one arrived, so that only undoing it is refused
      expect(answer.statusCode, answer.body).toBe(body === failed ? 409 : 200)
    }
    expect(await content(id)).toBe('two')
  })

  test('a version that has been followed by another cannot be resolved again [F-42]', async () => {
    const { target, upload, finalise } = await place()
    const id = await upload('one')
    await upload('two')
    await sendRaw(here.asMember, target, { name: 'lease.docx', content: 'three' })
    for (const conflictResolution of ['KeepBoth', 'Replace', 'Skip']) {
      expect((await finalise(id, { outcome: 'Succeeded', conflictResolution })).statusCode).toBe(409)
    }
    expect((await finalise(id, { outcome: 'Succeeded' })).statusCode).toBe(200)
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ version: 3 })
  })
})

describe('an upload that succeeded', () => {
  test('returns the file that has its content now, every time [F-41]', async () => {
    const { upload, finalise } = await place()
    const id = await upload('one')
    await upload('two')
    const body = { Outcome: 'Succeeded', ConflictResolution: 'KeepBoth', comments: 'second', isSigned: true }
    const first = await finalise(id, body)
    expect(first.statusCode, first.body).toBe(200)
    const copy = first.json<number>()
    expect(copy).not.toBe(id)
    expect([await content(id), await content(copy)]).toEqual(['one', 'two'])
    expect(await detailsOf(here.asOwner, copy)).toMatchObject({ name: 'Lease (1).docx', version: 1 })
    expect((await finalise(id, body)).json()).toBe(copy)
    expect((await finalise(id, { ...body, ConflictResolution: 'Replace' })).statusCode).toBe(409)
    expect((await finalise(id, failed)).statusCode).toBe(409)
  })

  test('deletes the replaced content once it is final', async () => {
    const { upload, finalise } = await place()
    const before = (await storedIn(parts.app)).length
    const id = await upload('one')
    await upload('two', '?conflictResolution=Replace')
    expect((await storedIn(parts.app)).length).toBe(before + 2)
    expect((await finalise(id, { outcome: 'Succeeded' })).json()).toBe(id)
    expect((await storedIn(parts.app)).length).toBe(before + 1)
    expect(await content(id)).toBe('two')
  })

  test('counts as succeeded after a day if nobody finalised it', async () => {
    const { upload, finalise } = await place()
    const before = (await storedIn(parts.app)).length
    const id = await upload('one')
    await upload('two', '?conflictResolution=Replace')
    const began = parts.clock.now()
    parts.clock.advance({ hours: 24 })
    expect((await closeUploads(parts.app)).closed).toBeGreaterThan(0)
    parts.clock.set(began)
    expect((await storedIn(parts.app)).length).toBe(before + 1)
    expect((await finalise(id, failed)).statusCode).toBe(409)
    expect(await content(id)).toBe('two')
  })

  test('keeps a name that the file was given since', async () => {
    const { upload, finalise } = await place()
    const id = await upload('one')
    await upload('two', '', 'lease.docx')
    await patchFile(here.asOwner, id, { Name: 'Renamed.docx' })
    expect((await finalise(id, failed)).statusCode).toBe(200)
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ name: 'Renamed.docx', version: 1 })
  })
})

describe('finalising', () => {
  test('is for the sender, at the target of the upload [F-43]', async () => {
    const [{ upload, finalise }, other] = [await place(), await place()]
    const id = await upload('one')
    expect((await finalise(id, failed, here.asMember)).statusCode).toBe(404)
    expect((await other.finalise(id, failed)).statusCode).toBe(404)
    expect((await finalise(2_147_483_647, failed)).statusCode).toBe(404)
    expect(await detailsOf(here.asOwner, id)).toBeDefined()
  })

  test.each([{}, { outcome: 'Maybe' }, { outcome: 'Failed', conflictResolution: 'Overwrite' }])(
    'with %j is 400 [F-44]',
    async (body) => {
      const { upload, finalise } = await place()
      expect((await finalise(await upload('one'), body)).statusCode).toBe(400)
    },
  )

  test('a file that has been moved to the bin is not deleted again', async () => {
    const { upload, finalise } = await place()
    const id = await upload('one')
    await here.asOwner.delete(`${files}/${id}`)
    expect((await finalise(id, failed)).json()).toBe(id)
  })

  test('the uploads of a set are finalised one by one [F-43]', async () => {
    const { upload, finalise } = await place()
    const ids = [
      await upload('one', '?uploadSetId=batch-7&uploadSetSize=2', 'a.txt'),
      await upload('two', '?uploadSetId=batch-7&uploadSetSize=2', 'b.txt'),
    ]
    for (const id of ids) expect((await finalise(id, { outcome: 'Succeeded' })).json()).toBe(id)
    const rows = await parts.app.db
      .selectFrom('file_uploads')
      .where('organisation_id', '=', here.organisationId)
      .where('set_id', '=', 'batch-7')
      .select(['set_size', 'outcome'])
      .execute()
    const row = { set_size: 2, outcome: 'Succeeded' }
    expect(rows).toEqual([row, row])
  })
})
