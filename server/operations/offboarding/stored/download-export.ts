// Downloading a stored export: who did is in the history, and it counts for a deletion once somebody has all of it.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { ByteRange } from '../../../platform/storage/storage.ts'
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import { openPieces } from './export-pieces.ts'
import { type ExportKey, getStoredExport, type StoredExport } from './stored-export.ts'

export interface ExportToSend {
  readonly name: string
  readonly size: number
  readonly sha256: Buffer
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/**
 * An export for an administrator of its organisation. If it `isRead`, opening it is noted in the history, at most once
 * an hour for each person, but not for its first byte alone, with which a browser asks whether it may download. Throws
 * not_found if there is none, and conflict if it is not done.
 */
export async function getExportToSend(
  app: App,
  actor: Actor,
  key: ExportKey,
  { isRead }: { readonly isRead: boolean },
): Promise<ExportToSend> {
  const { organisationId } = key
  const stored = await getStoredExport(app, key)
  const { size, sha256, startedAt } = stored
  if (sha256 === null || startedAt === null)
    throw conflict(stored.failure ?? 'The export is still being made. Download it when it is done.')
  const { name } = await app.db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  return {
    name: `${name} ${startedAt.toISOString().slice(0, 10)}.zip`,
    size,
    sha256,
    open: async (range = { start: 0, end: size - 1 }) => {
      if (isRead && range.end > 0) await noteDownload(app, actor, key)
      const onEnd = async () => {
        if (range.end === size - 1) await countAsExport(app, actor, stored)
      }
      return openPieces(app, key, { range, onEnd })
    },
  }
}

const hourMs = 60 * 60_000

function noteDownload(app: App, actor: Actor, { organisationId, id }: ExportKey): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    // a download may come in very many ranges
    const known = await wasNoted(tx, actor, { organisationId, id, since: new Date(now.getTime() - hourMs) })
    const facts = { exportId: id }
    const event = organisationEvent('organisation.export.downloaded', organisationId, facts)
    return { result: undefined, events: known ? [] : [event] }
  })
}

async function wasNoted(
  tx: Tx,
  { userId }: Actor,
  { organisationId, id, since }: ExportKey & { readonly since: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('resource_kind', '=', 'organisation')
    .where('resource_id', '=', organisationId)
    .where('at', '>', since)
    .where('name', '=', 'organisation.export.downloaded')
    .where('user_id', '=', userId)
    .where(sql<boolean>`facts->>'exportId' = ${String(id)}`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What a deletion needs: an export as of its moment, whose last byte somebody has got. */
async function countAsExport(
  app: App,
  actor: Actor,
  { organisationId, startedAt }: StoredExport,
): Promise<void> {
  await change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { rows } = await sql`update organisations set exported_at = ${startedAt}
      where id = ${organisationId} and (exported_at is null or exported_at < ${startedAt}) returning id`.execute(
      tx,
    )
    const event = organisationEvent('organisation.exported', organisationId, {})
    return { result: undefined, events: rows.length === 0 ? [] : [event] }
  })
}
