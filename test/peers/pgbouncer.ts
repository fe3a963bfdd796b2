// A real connection pooler for tests: Debian's pgbouncer, in front of the run's database server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, chmodSync, chownSync, constants, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { asPostgres, postgresAccount } from '../../server/platform/settings/postgres-account.ts'
import { freePort } from './free-port.ts'

/**
 * Where pgbouncer is, or undefined on a machine without: skip the tests that need it then. In CI this throws instead.
 */
export function pgbouncerPath(): string | undefined {
  const chosen = process.env['CHANCERY_TEST_PGBOUNCER']
  if (chosen !== undefined) return chosen
  const found = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(isProgram)
  if (!found && process.env['CI'] === 'true') {
    throw new Error('The tests of connection poolers need pgbouncer: apt-get install pgbouncer')
  }
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether it carries prepared statements from one server connection to another: from version 1.21 on. */
export function carriesPrepared(program: string): boolean {
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number)
  return major > 1 || minor >= 21
}

/**
 * Starts one that pools in this mode; `connection` leads through it to the given database. `more` are further settings.
 */
export async function startPgbouncer(
  database: ClientConfig,
  mode: 'session' | 'transaction',
  more: readonly string[] = [],
): Promise<{ readonly connection: ClientConfig; stop(): Promise<void> }> {
  const program = pgbouncerPath()
  if (!program) throw new Error('There is no pgbouncer here: skip this test with pgbouncerPath()')
  const folder = await mkdtemp('/tmp/chancery-pgbouncer-')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const place = `host=${database.host} port=${database.port ?? 5432} user=${database.user}`
  writeFileSync(
    file,
    `[databases]\npooled = ${place} dbname=${database.database}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n` +
      'ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout\n' +
      more.map((line) => `${line}\n`).join(''),
  )
  const account = postgresAccount()
  if (account) chownSync(file, account.uid, account.gid)
  chmodSync(folder, 0o755)
  const child = spawn(program, [file], { ...asPostgres(account), stdio: 'ignore' })
  await untilListening(child, port)
  return {
    connection: { host: '127.0.0.1', port, user: 'anyone', database: 'pooled' },
    async stop() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    const listening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (listening) return
    await pause(50)
  }
}
