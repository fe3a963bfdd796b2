// The actions of `chancery organisation`. Separate from the command definition, so that --help loads none of it.
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { cancelDeletion, requestDeletion, type RequestedDeletion } from '../../offboarding/deletion.ts'
import { getDeletionCertificate } from '../../offboarding/deletion-certificate.ts'
import { exportOrganisation } from '../../offboarding/export-organisation.ts'
import { type VerifiedExport, verifyExport } from '../../offboarding/verify-export.ts'
import { importOrganisation } from '../../offboarding/import-organisation.ts'
import type { App } from '../../../platform/app.ts'
import { recountAll } from '../../../records/jobs.ts'
import { recordKinds } from '../../process/record-kinds.ts'
import { findOrganisation, operator } from './user-actions.ts'

/** Writes the export to a new file, which gets its name when it is whole and verified; returns what is in it. */
export async function exportTo(app: App, organisation: string, path: string): Promise<VerifiedExport> {
  if (existsSync(path)) throw new Error(`${path} exists already.`)
  const { id } = await findOrganisation(app, organisation)
  const part = `${path}.part`
  try {
    const { stream, recorded } = await exportOrganisation(app, operator, id)
    await pipeline(stream, createWriteStream(part, { mode: 0o600, flush: true }))
    const verified = await verifyExport(part)
    if (!(await recorded)) throw new Error('it was not read to its end')
    await rename(part, path)
    return verified
  } catch (error) {
    await rm(part, { force: true })
    const because = error instanceof Error ? error.message : String(error)
    throw new Error(`The export was broken off, and nothing was kept: ${because} Start it again.`, {
      cause: error,
    })
  }
}

/** Takes an export into an empty installation; returns what was in it. */
export async function importFrom(app: App, path: string): Promise<VerifiedExport> {
  const verified = await importOrganisation(app, path)
  await recountAll(app, recordKinds)
  return verified
}

export { compareExport } from '../../offboarding/compare-export.ts'

/** What is in the export at this path; throws ExportIncomplete if it is not whole. */
export { verifyExport } from '../../offboarding/verify-export.ts'

/** Asks for the deletion of the organisation. */
export async function askForDeletion(
  app: App,
  organisation: string,
  reason: string,
): Promise<RequestedDeletion> {
  const { id, name } = await findOrganisation(app, organisation)
  return requestDeletion(app, operator, { organisationId: id, name, reason })
}

/** Cancels the deletion of the organisation. */
export async function cancel(app: App, organisation: string): Promise<void> {
  const { id } = await findOrganisation(app, organisation)
  await cancelDeletion(app, operator, id)
}

/** The certificate of a deleted organisation. */
export const certificateOf = (app: App, id: number) => getDeletionCertificate(app, id)
