// The operator's procedure with the commands as typed: backup of a running server, restore into another database, and a
// server on the copy that sends nothing.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { emptyDatabase } from '../../../test/database.ts'
import { runCommand } from '../../../test/servers/command-line.ts'
import { query } from '../../../test/servers/embedded-server.ts'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import { startServerProcess } from '../../../test/servers/server-process.ts'
import {
  connectionUrl,
  runningEmbeddedPostgres,
  type PostgresConnection,
} from '../../platform/postgres/packaged/embedded-postgres.ts'

async function chancery(words: readonly string[], env: Record<string, string>, input = '') {
  const { code, stdout, stderr } = await runCommand(words, { env, input })
  return { code, said: stdout + stderr }
}

test('a backup of a running server is restored into another database, where an offline server sends nothing', async () => {
  const [live, rehearsal, place] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()]
  const passphrase = join(await temporaryFolder(), 'passphrase')
  await writeFile(passphrase, 'correct horse\n')
  const settings = {
    CHANCERY_BACKUP_PLACE: join(place, 'backups'),
    CHANCERY_BACKUP_PASSPHRASE_FILE: passphrase,
  }
  await fillStateFolder(live)
  const server = await startServerProcess({ stateDir: live })
  onTestFinished(async () => void (await server.stop()))
  const beside = { ...settings, CHANCERY_STATE_DIR: live }
  const created = await chancery(['backup', 'create'], beside)
  expect(created, created.said).toMatchObject({ code: 0 })
  expect((await chancery(['backup', 'verify'], beside)).said).toMatch(/ 0 missing or damaged/)
  expect((await chancery(['backup', 'list'], beside)).said).toMatch(/^\S+Z-\S{4} .* rows .* files/m)

  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const copy = {
    ...settings,
    CHANCERY_STATE_DIR: rehearsal,
    DATABASE_URL: connectionUrl(database.connection as PostgresConnection),
  }
  const wrong = await chancery(
    ['backup', 'restore', settings.CHANCERY_BACKUP_PLACE],
    { CHANCERY_STATE_DIR: rehearsal, DATABASE_URL: copy.DATABASE_URL },
    'not this one\n',
  )
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('The passphrase does not match') })
  const restored = await chancery(['backup', 'restore'], copy)
  expect(restored, restored.said).toMatchObject({ code: 0, said: expect.stringContaining('start --offline') })

  const env = { ...copy, CHANCERY_OFFLINE: 'yes', CHANCERY_SMTP_URL: 'smtp://127.0.0.1:9' }
  const offline = await startServerProcess({ stateDir: rehearsal, env })
  onTestFinished(async () => void (await offline.stop()))
  expect(offline.output.stdout + offline.output.stderr).toContain('This is a rehearsal (offline)')
  const read = async (path: string) => (await fetch(`${offline.url}${path}`)).json()
  expect(await read('/readyz')).toEqual({ status: 'ready', offline: true })
  expect(await read('/session')).toMatchObject({ offline: true })
  // mail stays in the outbox, and no process runs jobs or claims the storage
  await fetch(`${offline.url}/readyz`)
  const [claims] = await query<{ generation: string }>(
    database.connection,
    'select generation from storage_claims',
  )
  const [jobs] = await query<{ count: string }>(
    database.connection,
    'select count(*) from graphile_worker._private_jobs where locked_at is not null',
  )
  expect([Number(claims?.generation), Number(jobs?.count)]).toEqual([expect.any(Number), 0])
  // the live server is unaffected
  const connection = runningEmbeddedPostgres(live)
  if (!connection) throw new Error('the live server is gone')
  const [id] = await query<{ id: string }>(connection, 'select database_id as id from storage_claims')
  const [other] = await query<{ id: string }>(
    database.connection,
    'select database_id as id from storage_claims',
  )
  expect(other?.id).not.toBe(id?.id)
})
