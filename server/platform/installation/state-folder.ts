// The folder with everything the installation must not lose. See docs/decisions/0002-embedded-database.md for the
// reasons.
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Account, canEnter } from '../settings/postgres-account.ts'
import { isWritable } from '../settings/state-dir.ts'

/**
 * Creates the state folder, accessible only to this user and, if the database runs under another account, traversable
 * by that account. Throws an error for the operator if that is not possible.
 */
export async function makeStateDir(stateDir: string, account: Account): Promise<void> {
  if (!existsSync(stateDir)) await makeFolder(stateDir, account)
  if (!isWritable(stateDir)) {
    throw new Error(
      `This user cannot write to the state folder ${stateDir}. Start Chancery as its owner, or set ` +
        'CHANCERY_STATE_DIR to a folder of your own.',
    )
  }
  if (!account || canEnter(stateDir, account)) return
  const { mode, uid } = await stat(stateDir)
  if ((mode & 0o070) === 0) {
    await chown(stateDir, uid, account.gid)
    await chmod(stateDir, (mode & 0o7777) | 0o010)
  }
  if (canEnter(stateDir, account)) return
  throw new Error(
    `PostgreSQL must not run as root, so it runs as nobody, and nobody cannot enter the state folder ${stateDir}. ` +
      'Open the folders above it (chmod o+x), or set CHANCERY_STATE_DIR to a folder elsewhere, such as /var/lib/chancery.',
  )
}

async function makeFolder(stateDir: string, account: Account): Promise<void> {
  const missing: string[] = []
  for (let folder = dirname(stateDir); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  try {
    for (const folder of missing) {
      await mkdir(folder)
      await chmod(folder, 0o755)
    }
    await mkdir(stateDir, { mode: 0o700 })
    if (account) await chown(stateDir, process.getuid?.() ?? 0, account.gid)
    await chmod(stateDir, account ? 0o710 : 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new Error(
      `The state folder ${stateDir} could not be created. Set CHANCERY_STATE_DIR to a folder of your own.`,
      {
        cause: error,
      },
    )
  }
}
