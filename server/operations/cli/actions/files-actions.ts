// The actions of `chancery files` for the bin and damaged contents. Separate from the command definition, so that
// --help loads none of it.
import { type BinEntry, listBin } from '../../../files/bin.ts'
import { restoreFile } from '../../../files/commands/restore-file.ts'
import { checkProgress, type CheckProgress } from '../../../files/contents/integrity-check.ts'
import { findVersionByKey } from '../../../files/contents/iterate-recorded.ts'
import { countUnknown, type Finding } from '../../../files/contents/sweep.ts'
import type { App } from '../../../platform/app.ts'
import { listDamages } from '../../../platform/storage/content-damages.ts'
import { findSnapshot } from '../../../identity/users/authorization-snapshot.ts'
import { findUserId } from './user-actions.ts'

/** The bin of the administrator's organisation, most recently deleted first. */
export async function listDeleted(app: App, email: string): Promise<readonly BinEntry[]> {
  return listBin(app.db, (await administrator(app, email)).organisationId)
}

/** Restores an entry from the bin on behalf of the administrator, and returns its current name. */
export async function restoreDeleted(
  app: App,
  email: string,
  id: number,
): Promise<{ readonly name: string }> {
  return restoreFile(app, await administrator(app, email), id)
}

/**
 * Assigns the storage to the app's database, if confirmed; returns how many of its contents the database does not
 * reference.
 */
export async function adoptStorage(
  app: App,
  confirmed: boolean,
): Promise<{ readonly unknown: number; readonly done: boolean }> {
  const unknown = await countUnknown(app)
  if (confirmed) await app.storageClaim.adopt()
  return { unknown, done: confirmed }
}

/** Contents known to be missing or damaged, with the file they belong to, and the progress of the background check. */
export async function listDamaged(app: App): Promise<{
  readonly damages: readonly (Finding & { readonly foundAt: Date })[]
  readonly progress: CheckProgress
}> {
  const damages = []
  for (const { problem, key, organisationId, foundAt } of await listDamages(app.db)) {
    damages.push({ problem, key, organisationId, foundAt, ...(await findVersionByKey(app.db, { key })) })
  }
  return { damages, progress: await checkProgress(app) }
}

async function administrator(app: App, email: string) {
  const id = await findUserId(app, email)
  const snapshot = id === undefined ? undefined : await findSnapshot(app.db, id)
  if (snapshot?.role !== 'Administrator') throw new Error(`${email} is not an active administrator.`)
  return { ...snapshot, via: { kind: 'system', name: 'operator' }, requestId: null } as const
}
