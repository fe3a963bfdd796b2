// The account that PostgreSQL runs under. It refuses to run as root, so a root server runs it as nobody.
import { spawnSync } from 'node:child_process'

/** A system account to run a program under; undefined stands for our own. */
export type Account = { uid: number; gid: number } | undefined

const nobody = { uid: 65534, gid: 65534 }

/** The account for the database's processes and files. */
export function postgresAccount(): Account {
  return process.getuid?.() === 0 ? nobody : undefined
}

/** What a program of the packaged PostgreSQL is started with: the account, a neutral place and a clean environment. */
export function asPostgres(account: Account) {
  return {
    ...account,
    // The account may not be able to enter the folder we were started in.
    cwd: '/',
    // No PGDATA, PGPORT or LC_ALL of the person who starts us may reach the database.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

/** Whether the account can enter the folder, all folders above included. Throws when we cannot act as the account. */
export function canEnter(folder: string, account: Account): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asPostgres(account),
    stdio: 'ignore',
  })
  if (attempt.error) throw new Error(reasonNotToRun(attempt.error, account))
  return attempt.status === 0
}

/** Why a program could not be started under the account, as a sentence for the operator. */
export function reasonNotToRun(error: NodeJS.ErrnoException, account: Account): string {
  if (account && (error.code === 'EINVAL' || error.code === 'EPERM')) {
    return (
      'PostgreSQL must not run as root, and this environment does not let us change to the account nobody ' +
      `(${error.code}). Start Chancery as another user, or set DATABASE_URL to a PostgreSQL of version 15 or newer.`
    )
  }
  return error.message
}
