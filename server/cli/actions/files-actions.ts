// What `chancery files` does with the bin and with damaged contents. Apart from the command's description, so that asking for help loads none of it.
import { type BinEntry, listBin } from '../../files/bin.ts'
import { restoreFile } from '../../files/commands/restore-file.ts'
import { checkProgress, type CheckProgress } from '../../files/contents/integrity-check.ts'
import { findVersionByKey } from '../../files/contents/iterate-recorded.ts'
import { countUnknown, type Finding } from '../../files/contents/sweep.ts'
import type { App } from '../../platform/app.ts'
import { listDamages } from '../../platform/storage/content-damages.ts'
import { findSnapshot } from '../../users/authorization-snapshot.ts'
import { findUserId } from './user-actions.ts'

/** What is in the bin of the administrator's organisation, what was deleted last first. */
export async function listDeleted(app: App, email: string): Promise<readonly BinEntry[]> {
  return listBin(app.db, (await administrator(app, email)).organisationId)
}

/** Takes an entry out of the bin in the name of the administrator, and answers the name it has now. */
export async function restoreDeleted(
  app: App,
  email: string,
  id: number,
): Promise<{ readonly name: string }> {
  return restoreFile(app, await administrator(app, email), id)
}

/** Makes the storage that of the app's database when it is confirmed; answers how many contents the database does not know. */
export async function adoptStorage(
  app: App,
  confirmed: boolean,
): Promise<{ readonly unknown: number; readonly done: boolean }> {
  const unknown = await countUnknown(app)
  if (confirmed) await app.storageClaim.adopt()
  return { unknown, done: confirmed }
}

/** What the server knows to be missing or damaged, with the file it belongs to, and how its check stands. */
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
  const standing = id === undefined ? undefined : await findSnapshot(app.db, id)
  if (standing?.role !== 'Administrator') throw new Error(`${email} is no active administrator.`)
  return { ...standing, via: { kind: 'system', name: 'operator' }, requestId: null } as const
}
