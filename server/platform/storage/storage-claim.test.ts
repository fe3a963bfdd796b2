// An older copy of a database on the storage of the live one, in both orders.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../postgres/database.ts'
import { createLog } from '../installation/log.ts'
import type { Storage } from './storage.ts'
import { createStorageClaim, type StorageClaim } from './storage-claim.ts'
import { openDiskStorage } from './storage-disk.ts'

const log = createLog('silent')
const ends: (() => Promise<void>)[] = []
let live: Database
let copy: Database
let storage: Storage
const connect = async () => {
  const { connection, drop } = await cloneDatabase()
  const database = openDatabase({ connection, connections: 2, log })
  ends.push(async () => {
    await database.close()
    await drop()
  })
  return database
}
beforeAll(async () => {
  live = await connect()
  copy = await connect()
})
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-claim-'))
  ends.push(() => rm(folder, { recursive: true }))
  storage = await openDiskStorage(folder)
  await live.kysely.updateTable('storage_claims').set({ generation: 0, nonce: null }).execute()
})
afterAll(async () => {
  for (const end of ends) await end()
})

const claimOf = (database: Database, offline = false): StorageClaim =>
  createStorageClaim({ storage, database, log, offline })
/** Makes the second database a copy of the first, as any backup and restore would. */
async function copyNow(): Promise<void> {
  const row = await live.kysely.selectFrom('storage_claims').selectAll().executeTakeFirstOrThrow()
  await copy.kysely.updateTable('storage_claims').set(row).execute()
}
const refused = (because: RegExp) => ({ held: false, because: expect.stringMatching(because) })

test('a server renews its claim on the storage, in any number of processes', async () => {
  const [one, other] = [claimOf(live), claimOf(live)]
  expect(await one.hold()).toEqual({ held: true })
  expect(await other.hold()).toEqual({ held: true })
  expect(await Promise.all([one.hold(), other.hold(), one.hold()])).toMatchObject([
    { held: true },
    { held: true },
    { held: true },
  ])
  expect(await one.hold()).toEqual({ held: true })
})

test('processes that start together on a storage with contents but no claim all hold it', async () => {
  await storage.put(1, Readable.from([Buffer.from('from before there were notes')]), 100)
  const statuses = await Promise.all(Array.from({ length: 8 }, () => claimOf(live).hold()))
  expect(statuses.every(({ held }) => held)).toBe(true)
})

test('an older copy of the database is refused, and the live one continues', async () => {
  const server = claimOf(live)
  await server.hold()
  await copyNow()
  await server.hold()
  expect(await claimOf(copy).hold()).toEqual(refused(/newer state of this database/))
  expect(await claimOf(copy).recent()).toEqual(refused(/files adopt/))
  expect(await server.hold()).toEqual({ held: true })
})

test('a copy that comes before the live one has moved on is noticed, and then neither removes anything', async () => {
  const server = claimOf(live)
  await server.hold()
  await copyNow()
  const late = claimOf(copy)
  expect(await late.hold()).toEqual({ held: true })
  expect(await server.hold()).toEqual(refused(/newer state/))
  expect(await late.hold()).toEqual(refused(/at the same time/))
  await server.adopt()
  expect(await server.hold()).toEqual({ held: true })
  expect(await late.hold()).toEqual(refused(/newer state/))
})

test('another database is refused, and so is a storage that has lost its claim file', async () => {
  await claimOf(live).hold()
  await claimOf(live).hold()
  await copy.kysely
    .updateTable('storage_claims')
    .set({ database_id: '00000000-0000-0000-0000-000000000001' })
    .execute()
  expect(await claimOf(copy).hold()).toEqual(refused(/belongs to another database/))
  await storage.writeClaimFile('not a note')
  expect(await claimOf(live).hold()).toEqual(refused(/belongs to another database/))
  // another, empty folder was mounted: there is nothing to lose
  const folder = await mkdtemp(join(tmpdir(), 'chancery-claim-'))
  ends.push(() => rm(folder, { recursive: true }))
  storage = await openDiskStorage(folder)
  expect(await claimOf(live).hold()).toEqual({ held: true })
  const bare = await mkdtemp(join(tmpdir(), 'chancery-claim-'))
  ends.push(() => rm(bare, { recursive: true }))
  storage = await openDiskStorage(bare)
  await storage.put(1, Readable.from([Buffer.from('x')]), 10)
  expect(await claimOf(live).hold()).toEqual(refused(/not the claim file/))
})

test('an offline server holds no claim and leaves the claim file alone', async () => {
  await claimOf(live).hold()
  const note = await storage.readClaimFile()
  expect(await claimOf(live, true).hold()).toEqual(refused(/offline/))
  expect(await storage.readClaimFile()).toBe(note)
})
