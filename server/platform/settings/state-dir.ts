// The default of CHANCERY_STATE_DIR. See docs/decisions/0002-embedded-database.md for the reasons.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canEnter, postgresAccount } from './postgres-account.ts'

/**
 * The state folder: CHANCERY_STATE_DIR; else `.chancery` in the clone; else, where the clone cannot be written or
 * the database's account cannot reach it, a folder of this clone's own in the system's or the user's place for state.
 */
export function defaultStateDir(env: Record<string, string | undefined>): string {
  if (env['CHANCERY_STATE_DIR']) return resolve(env['CHANCERY_STATE_DIR'])
  const clone = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)))
  const inClone = join(clone, '.chancery')
  const apart = join(placeForState(env), cloneName(clone))
  // What is in use stays in use, whatever happens to the permissions around it.
  if (existsSync(inClone)) return inClone
  if (existsSync(apart)) return apart
  return isWritable(clone) && canEnter(clone, postgresAccount()) ? inClone : apart
}

function placeForState(env: Record<string, string | undefined>): string {
  if (process.getuid?.() === 0) return '/var/lib/chancery'
  return join(env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'), 'chancery')
}

// Clones of the same name are distinguished by their location.
function cloneName(clone: string): string {
  return `${basename(clone)}-${createHash('sha256').update(clone).digest('hex').slice(0, 8)}`
}

/** Whether this process may create files in the folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
