// Making a stored export in the background: from its beginning to its end within one process, because its rows are of
// one moment.
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { change, internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { findSnapshot } from '../../../identity/users/authorization-snapshot.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import { streamOrganisation } from '../export-organisation.ts'
import { mailThatDone } from './export-mails.ts'
import { addExportJob } from './start-export.ts'
import {
  claimExport,
  expiryOf,
  failExport,
  type HeldExport,
  leaveExport,
  leftExports,
  NotOurs,
  noteExport,
} from './export-lease.ts'
import { usualPieceBytes, writePieces } from './export-pieces.ts'
import type { ExportKey } from './stored-export.ts'

const noteAfterMs = 5_000
// then somebody has to look
const mostAttempts = 5
const retryAfterMs = 30_000

/** The server stops: another process begins it again. */
class Stopping extends Error {}

/**
 * Makes the export, unless another process is at it or it is gone. One that is interrupted is begun again, five times
 * at most; what an attempt has stored is removed before the next one.
 */
export async function makeExport(
  app: App,
  key: ExportKey,
  { pieceBytes = usualPieceBytes } = {},
): Promise<void> {
  const held = await claimExport(app, key)
  if (!held) return
  try {
    const refused = await whyNot(app, held)
    if (refused !== undefined) return await failExport(app, held, refused)
    await write(app, held, pieceBytes)
  } catch (error) {
    await afterError(app, held, error).catch((late: unknown) => {
      if (!(late instanceof NotOurs)) throw late
    })
  }
}

/** With the rights of this moment: it can wait for long, and is begun again on its own. */
async function whyNot(
  app: App,
  { organisationId, createdBy, attempts }: HeldExport,
): Promise<string | undefined> {
  if (attempts > mostAttempts)
    return 'It was interrupted several times. The log of the server has the reasons. Start another one.'
  const snapshot = await findSnapshot(app.db, createdBy)
  if (snapshot?.organisationId === organisationId && snapshot.role === 'Administrator') return undefined
  return 'Who started it is no administrator any more. Another administrator can start one.'
}

async function write(app: App, held: HeldExport, pieceBytes: number): Promise<void> {
  let contents: { readonly done: number; readonly total: number | null } = { done: 0, total: null }
  const { stream } = streamOrganisation(app, held.organisationId, (next) => {
    contents = next
  })
  const progress = (size: number) => ({ size, contents_done: contents.done, contents_total: contents.total })
  let noted = performance.now()
  const onBytes = async (size: number) => {
    if (app.stopping()) throw new Stopping()
    if (performance.now() - noted < noteAfterMs) return
    await internalTransaction(app, (tx) => noteExport(tx, held, progress(size)))
    noted = performance.now()
  }
  try {
    const { size, sha256 } = await writePieces(app, held, stream, { pieceBytes, onBytes })
    await change(app, systemActor('make-export'), async (tx, now) => {
      await noteExport(tx, held, {
        ...progress(size),
        state: 'Done',
        sha256,
        leased_until: null,
        finished_at: now,
        expires_at: expiryOf(now),
      })
      await mailThatDone(app, tx, held, now)
      const facts = { exportId: held.id, size, sha256: sha256.toString('hex') }
      return {
        result: undefined,
        events: [organisationEvent('organisation.export.finished', held.organisationId, facts)],
      }
    })
  } finally {
    stream.destroy()
  }
}

async function afterError(app: App, held: HeldExport, thrown: unknown): Promise<void> {
  const error = causeOf(thrown)
  if (error instanceof NotOurs) return
  // an orderly stop is no failure
  if (error instanceof Stopping) return leaveExport(app, held, { ms: 0, attempts: held.attempts - 1 })
  app.log.warn({ err: error, export: held.id }, 'an export was interrupted and is begun again')
  if (error instanceof AppError && error.code === 'insufficient_storage')
    return failExport(app, held, error.message)
  return leaveExport(app, held, { ms: held.attempts * retryAfterMs })
}

/** The storage reports what it was given as an upload that broke off. */
const causeOf = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'bad_request' && error.cause !== undefined ? error.cause : error

/** Begins those again that no process makes any more. */
export const resumeExports = (app: App): Promise<void> =>
  internalTransaction(app, async (tx) => {
    for (const key of await leftExports(tx)) await addExportJob(tx, key)
  })
