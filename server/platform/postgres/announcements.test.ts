// Announcements between the processes of an installation, each with a pool of its own: who hears what, and what holds
// nobody up.
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { cloneDatabase } from '../../../test/database.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'

const parts = useTestApp()

/** Another process of the installation, and what it has heard and warned of. */
function startProcess(connection: object = parts.app.database.pool.options) {
  const warned: string[] = []
  const log = { warn: (_: unknown, text?: string) => void warned.push(text ?? '') }
  const database = openDatabase({ connection, connections: 3, log: log as never })
  onTestFinished(() => database.close())
  let heard = 0
  database.announcements.on('rights', () => void heard++)
  return { database, warned, heard: () => heard }
}

async function listening(connection?: object) {
  const process = startProcess(connection)
  const { stop } = await process.database.announcements.listen()
  onTestFinished(stop)
  expect(process.database.announcements.listening).toBe(true)
  const before = process.heard()
  return { ...process, stop, heard: () => process.heard() - before }
}

async function person() {
  const { id: organisationId } = await createOrganisation(parts.app)
  return createUser(parts.app, { organisationId })
}

const rename = async ({ kysely }: Pick<Database, 'kysely'>, id: string, fail = false) =>
  inTransaction({ kysely }, async (tx) => {
    await sql`update users set first_name = first_name || 'x' where id = ${id}`.execute(tx)
    if (fail) throw new Error('taken back')
  })

test('what is committed is heard by all who listen before the transaction is over, and what is taken back by nobody', async () => {
  const { id } = await person()
  const [writer, one, two] = [await listening(), await listening(), await listening()]
  await expect(rename(writer.database, id, true)).rejects.toThrow('taken back')
  expect([writer, one, two].map(({ heard }) => heard())).toEqual([0, 0, 0])
  await rename(writer.database, id)
  expect([writer, one, two].map(({ heard }) => heard())).toEqual([1, 1, 1])
})

test('a process that writes without listening is heard as well, and one that has stopped is not waited for', async () => {
  const { id } = await person()
  const command = startProcess()
  const [one, two] = [await listening(), await listening()]
  await two.stop()
  expect(two.database.announcements.listening).toBe(false)
  await rename(command.database, id)
  expect(one.heard()).toBe(1)
  expect(two.heard()).toBe(0)
})

test('a process that cannot forget does not count as listening until it has forgotten everything', async () => {
  const { id } = await person()
  const [writer, other] = [await listening(), await listening()]
  let failures = 1
  other.database.announcements.on('rights', () => {
    if (failures-- > 0) throw new Error('cannot forget')
  })
  await rename(writer.database, id)
  await expect.poll(() => failures).toBeLessThan(0)
  await expect.poll(() => other.database.announcements.listening).toBe(true)
})

test('one that begins to listen while others write has no copy from before', async () => {
  const { id } = await person()
  const writer = await listening()
  const nameIn = async ({ kysely }: Database) =>
    (await kysely.selectFrom('users').where('id', '=', id).select('first_name').executeTakeFirstOrThrow())
      .first_name
  for (let round = 0; round < 5; round++) {
    const process = startProcess()
    let copy: string | undefined
    process.database.announcements.on('rights', () => {
      copy = undefined
    })
    const began = process.database.announcements.listen()
    copy = await nameIn(process.database)
    await rename(writer.database, id)
    const { stop } = await began
    // what is used now: a copy only while it listens
    const seen = process.database.announcements.listening ? copy : undefined
    expect([undefined, await nameIn(writer.database)]).toContain(seen)
    await stop()
  }
})

test('other databases of the same server are neither told nor waited for', async () => {
  const other = await cloneDatabase()
  onTestFinished(() => other.drop())
  const stranger = await listening(other.connection)
  const { id } = await person()
  const writer = await listening()
  await rename(writer.database, id)
  expect(writer.heard()).toBe(1)
  expect(stranger.heard()).toBe(0)
})

test('an address behind which nobody answers holds up neither start nor stop, and the log says so once', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const { database, warned } = startProcess()
  const { stop } = await database.announcements.listen(`postgres://nobody@127.0.0.1:${port}/nothing`)
  expect(database.announcements.listening).toBe(false)
  expect(warned).toEqual([expect.stringContaining('could not be opened')])
  const { id } = await person()
  await rename(database, id)
  await stop()
})
