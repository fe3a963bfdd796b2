// The limit of the database: pgbench doing the same statements, prepared, from as many connections as the server has by
// default.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresConnection } from '../../server/platform/postgres/packaged/embedded-postgres.ts'

const runProgram = promisify(execFile)

export interface PgbenchScript {
  /**
   * One transaction in pgbench's language: `\set id random(1, :size)`, then statements with `:id`. For a pipeline, put
   * the statements between \startpipeline and \endpipeline.
   */
  readonly script: string
  /** Values of its variables. */
  readonly variables?: Readonly<Record<string, string | number>>
  readonly clients?: number
}

/** Whether pgbench is installed. */
export const hasPgbench = (): Promise<boolean> =>
  runProgram('pgbench', ['--version']).then(
    () => true,
    () => false,
  )

/**
 * Prepares a script; each call of the answer runs it for so many milliseconds (whole seconds, at least one) and answers
 * how many transactions were done, as rounds.ts expects it.
 */
export function pgbench(
  connection: PostgresConnection,
  { script, variables = {}, clients = 8 }: PgbenchScript,
) {
  return async (milliseconds: number): Promise<number> => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-pgbench-'))
    try {
      const file = join(folder, 'script.sql')
      await writeFile(file, script)
      const seconds = Math.max(1, Math.round(milliseconds / 1_000))
      const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
      const { host, port, user, database } = connection
      const { stdout } = await runProgram('pgbench', [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(seconds),
        '-f',
        file,
        ...defined,
        '-h',
        host,
        '-p',
        String(port),
        '-U',
        user,
        database,
      ])
      const perSecond = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)?.[1])
      if (!(perSecond > 0)) throw new Error(`pgbench did nothing:\n${stdout}`)
      return (perSecond * milliseconds) / 1_000
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
