// More than sixty spellings of non-public addresses, in a network namespace where every one of them would answer.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../database.ts'
import { forbiddenHosts } from '../peers/forbidden-hosts.ts'
import { cleanEnvironment } from '../servers/server-process.ts'
import type { Lab } from './namespace-run.ts'
import { print } from './whole.ts'

const run = promisify(execFile)
// as root, or as a user who may be root in a user namespace
const ways = [['-n'], ['-rn']]
const way = ways.find(
  (words) => spawnSync('unshare', [...words, 'ip', 'link', 'set', 'lo', 'up']).status === 0,
)

test.skipIf(!way)(
  'no spelling of a non-public address is accepted, and none is connected to if it was accepted earlier [W-96]',
  async () => {
    const database = await cloneDatabase()
    const stateDir = await mkdtemp(join(tmpdir(), 'chancery-test-'))
    try {
      const script = fileURLToPath(new URL('namespace-run.ts', import.meta.url))
      const given = JSON.stringify({ connection: database.connection, stateDir })
      const words = [...(way ?? []), process.execPath, script, given]
      const { stdout } = await run('unshare', words, { env: cleanEnvironment() })
      const lab = JSON.parse(stdout) as Lab
      expect(lab.taken).toEqual([])
      expect(lab.attempts).toBeGreaterThan(60)
      expect(lab.errors).toEqual(['address not allowed: … is in, or leads to, a private or reserved network'])
      expect(lab.connections).toEqual([])
      // and the listener sees outgoing connections
      expect(lab.publicTaken).toBe(2)
      expect(lab.publicConnections).toEqual(
        expect.arrayContaining(['::ffff:93.184.215.14', '2606:4700:4700::1111']),
      )
      print(
        `${forbiddenHosts.length} spellings refused in v1 and v2, ${lab.attempts} of them called: ${lab.connections.length} connections`,
      )
    } finally {
      await database.drop()
      await rm(stateDir, { recursive: true, force: true })
    }
  },
)
