// The actions of `chancery organisation`. Separate from the command definition, so that --help loads none of it.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { cancelDeletion, requestDeletion, type RequestedDeletion } from '../../offboarding/deletion.ts'
import { getDeletionCertificate } from '../../offboarding/deletion-certificate.ts'
import { exportOrganisation } from '../../offboarding/export-organisation.ts'
import type { App } from '../../platform/app.ts'
import { findOrganisation, operator } from './user-actions.ts'

/** Writes the export to a new file; returns its size. */
export async function exportTo(app: App, organisation: string, path: string): Promise<number> {
  const { id } = await findOrganisation(app, organisation)
  const { stream, recorded } = await exportOrganisation(app, operator, id)
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  await recorded
  return (await stat(path)).size
}

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
