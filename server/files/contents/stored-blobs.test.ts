import { Readable } from 'node:stream'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createFileWorld,
  eventsOf,
  type FileWorld,
  storedIn,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { contractSubjects } from '../../contracts/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordDocument } from '../versions.ts'
import { uploadToSubject } from '../commands/upload-file.ts'
import { toContent } from './file-content.ts'
import { withStoredContent } from './stored-blobs.ts'

const parts = useTestApp()
let here: FileWorld
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
})

const bytes = () => Readable.from([Buffer.from('some bytes')])
const failing = (error: Error) =>
  withStoredContent(parts.app, here.organisationId, bytes(), async () => {
    throw error
  })

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError('as the database says it', 0, 'error'), { code })

describe('when recording stored content fails', () => {
  test.each([
    ['a refusal', new AppError('conflict', 'no')],
    ['a constraint', databaseError('23505')],
  ])('the content is deleted: %s [F-83]', async (_, error) => {
    const before = await storedIn(parts.app)
    await expect(failing(error)).rejects.toBe(error)
    expect(await storedIn(parts.app)).toEqual(before)
  })

  test.each([
    ['the database went away', databaseError('57P01')],
    ['a statement was ended by somebody', databaseError('57014')],
    ['the connection broke', databaseError('08006')],
    ['the connection ended', new Error('Connection terminated unexpectedly')],
    ['something unforeseen', new TypeError('x is undefined')],
  ])('it is left to the sweep if the commit may have happened: %s [F-83]', async (_, error) => {
    const before = await storedIn(parts.app)
    await expect(failing(error)).rejects.toBe(error)
    expect(await storedIn(parts.app)).toHaveLength(before.length + 1)
  })

  test('it stays if the change was committed before the failure', async () => {
    const there = await createFileWorld(parts.app, parts.server)
    const subject = { kind: 'contract', id: there.contractId, organisationId: there.organisationId } as const
    const refusal = new AppError('not_found', 'gone by now')
    const late = withStoredContent(parts.app, there.organisationId, bytes(), async (content) => {
      const sent = { content, fileName: 'a.txt', contentType: undefined }
      await internalTransaction(parts.app, async (tx, now) => {
        const fileId = await takeId(tx, 'files')
        recordDocument(tx, { userId: there.owner.id }, await toContent({ ...sent, now }), { subject, fileId })
      })
      throw refusal
    })
    await expect(late).rejects.toBe(refusal)
    const [version] = await versionsOf(parts.app, there.organisationId)
    const stored = await parts.app.storage.open(version?.storage_key ?? '')
    expect(Buffer.concat(await stored.toArray()).toString()).toBe('some bytes')
  })
})

async function uploadWith(storage: Partial<Storage>) {
  const there = await createFileWorld(parts.app, parts.server)
  const snapshot = await findSnapshot(parts.app.db, there.owner.id)
  if (!snapshot) throw new Error('the owner is not active')
  const actor: Actor = {
    ...snapshot,
    via: { kind: 'session', sessionId: 'x', verifiedAt: null },
    requestId: null,
  }
  const app: App = { ...parts.app, storage: { ...parts.app.storage, ...storage } }
  const uploaded = uploadToSubject(
    app,
    actor,
    await contractSubjects.getToContribute(app.db, actor, there.contractId),
    { source: bytes(), fileName: 'a.txt', contentType: undefined, placement: async () => ({}) },
  )
  return { there, uploaded }
}

const storedAgo = (minutes: number): Partial<Storage> => ({
  put: async (...args) => ({
    ...(await parts.app.storage.put(...args)),
    storedAt: new Date(Date.now() - minutes * 60_000),
  }),
})

test('content is not recorded if the rest of the request took too long, because the sweep may have deleted it', async () => {
  const before = await storedIn(parts.app)
  const late = await uploadWith(storedAgo(16))
  await expect(late.uploaded).rejects.toMatchObject({ code: 'bad_request' })
  expect(await versionsOf(parts.app, late.there.organisationId)).toEqual([])
  expect(await eventsOf(parts.app, late.there.organisationId)).toEqual([])
  expect(await storedIn(parts.app)).toEqual(before)
  const inTime = await uploadWith(storedAgo(14))
  await expect(inTime.uploaded).resolves.toMatchObject({ version: 1 })
})

test('a full storage is reported as such, and nothing is recorded [G-57]', async () => {
  const full = await uploadWith({
    put: () => Promise.reject(new AppError('insufficient_storage', 'no room')),
  })
  await expect(full.uploaded).rejects.toMatchObject({ status: 507 })
  expect(await versionsOf(parts.app, full.there.organisationId)).toEqual([])
})

test('an upload whose sender loses the right during the transfer is rejected, and its content is deleted [P-45]', async () => {
  const before = await storedIn(parts.app)
  const revoked = await uploadWith({
    put: async (organisationId, ...args) => {
      await internalTransaction(parts.app, (tx) =>
        tx.deleteFrom('contract_members').where('organisation_id', '=', organisationId).execute(),
      )
      await recountAll(parts.app)
      return parts.app.storage.put(organisationId, ...args)
    },
  })
  await expect(revoked.uploaded).rejects.toMatchObject({ code: 'not_found' })
  expect(await versionsOf(parts.app, revoked.there.organisationId)).toEqual([])
  expect(await storedIn(parts.app)).toEqual(before)
})
