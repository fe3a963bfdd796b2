// What released versions wrote, read by this one: their backups are restored, which migrates them, and everything that
// their API returned is still there.
import { readdirSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  connectionUrl,
  type PostgresConnection,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { emptyDatabase } from '../database.ts'
import { temporaryFolder } from '../servers/backups.ts'
import { query } from '../servers/embedded-server.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { chancery, lost, readAnswers, unpackRelease } from './recorded-release.ts'

const folder = fileURLToPath(new URL('../fixtures/releases', import.meta.url))
const releases = readdirSync(folder).map((name) => name.replace(/\.tgz$/, ''))

/**
 * Sentences made when they are read, the clock that this test moves, and in how many records a field has a value: the
 * reader's records only, since 0.3.0.
 */
const reworded =
  /^\/(?:v2\/(?:notifications\.items\[\d+\]\.text|sandbox\/clock)|field-apis\/v1\/fields\.data\[\d+\]\.(?:matter|contract)Count)/

interface Work {
  readonly items: readonly { readonly kind: string; readonly id: number }[]
}

/** Work that waits is listed in another order since 0.3.0: each entry is compared with itself. */
function inOneOrder(path: string, answer: unknown): unknown {
  if (path !== '/v2/me/work') return answer
  const { items } = answer as Work
  const key = ({ kind, id }: Work['items'][number]) => `${kind}/${String(id).padStart(12, '0')}`
  return { items: items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)) }
}

test('releases have been recorded', () => expect(releases).toContain('0.2.0'))

test.each(releases)('everything that %s wrote is there after the upgrade [G-145]', async (release) => {
  const place = await temporaryFolder()
  await chmod(place, 0o755)
  const { answers, backups, encryptionKey, readAt } = await unpackRelease(
    join(folder, `${release}.tgz`),
    place,
  )
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const env = {
    CHANCERY_STATE_DIR: join(place, 'state'),
    CHANCERY_ENCRYPTION_KEY: encryptionKey,
    CHANCERY_RATE_LIMITS: 'off',
    DATABASE_URL: connectionUrl(database.connection as PostgresConnection),
  }
  await chancery(['backup', 'restore', backups], env)
  // at the time of the recording again: what is late or has expired is so by the clock
  const since = Date.now() - Date.parse(readAt)
  await query(database.connection, `update clock set offset_ms = ${-since}`)
  const server = await startServerProcess({
    stateDir: env.CHANCERY_STATE_DIR,
    env: { ...env, CHANCERY_OFFLINE: 'yes' },
  })
  onTestFinished(async () => void (await server.stop()))
  const paths = Object.keys(answers)
  expect(paths.length).toBeGreaterThan(100)
  const now = await readAnswers(server.url, env, paths)
  const differences = paths.flatMap((path) =>
    lost(inOneOrder(path, answers[path]), inOneOrder(path, now[path]), path),
  )
  expect(differences.filter((each) => !reworded.test(each))).toEqual([])
})
