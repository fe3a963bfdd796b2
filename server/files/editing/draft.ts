// Drafts: what somebody has edited of a Word document and not saved as a version yet. Each is its person's alone, and
// is kept until it is saved or discarded, or the file is purged.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ParagraphEdit } from '../../platform/documents/editing/edit-document.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getFileToSee } from '../access.ts'
import { getVersionToCompare, type VersionRef } from '../comparisons/comparison.ts'

export interface Draft {
  /** That was edited. */
  readonly version: number
  /** Whether that is the current version, with the content that was edited. */
  readonly isCurrent: boolean
  readonly edits: readonly ParagraphEdit[]
  readonly savedAt: Date
}

export const purposeOfEditing = 'can be edited here'

/** The actor's own draft; not_found without one, or if they may not see the file. */
export async function getDraft(app: App, actor: Actor, fileId: number): Promise<Draft> {
  const file = await getFileToSee(app, app.db, actor, fileId)
  const { rows } = await sql<{
    version: number
    edits: ParagraphEdit[]
    saved_at: Date
    is_current: boolean
  }>`
    select d.version, d.edits, d.saved_at, v.version is not null and d.version = ${file.version} as is_current
    from file_drafts d left join file_versions v on v.organisation_id = d.organisation_id
      and v.file_id = d.file_id and v.version = d.version and v.sha256 = d.sha256
    where d.organisation_id = ${file.organisationId} and d.file_id = ${file.id}
      and d.user_id = ${actor.userId}`.execute(app.db)
  const [row] = rows
  if (!row) throw notFound()
  return { version: row.version, isCurrent: row.is_current, edits: row.edits, savedAt: row.saved_at }
}

/**
 * Keeps the edits as the actor's draft, in place of the one before. For those who may add a version; whether somebody
 * else has locked the file does not matter, since nothing of it is changed. Throws conflict for what is no Word
 * document, or if the version is gone.
 */
export async function keepDraft(
  app: App,
  actor: Actor,
  { edits, ...ref }: VersionRef & { readonly edits: readonly ParagraphEdit[] },
): Promise<void> {
  await getVersionToCompare(app, actor, ref, purposeOfEditing)
  const { organisationId, subject, name } = await getFileToSee(app, app.db, actor, ref.fileId)
  await app.subjects[subject.kind].getToContribute(app.db, actor, subject.id)
  const version = await app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', ref.fileId)
    .where('version', '=', ref.version)
    .select('sha256')
    .executeTakeFirst()
  if (!version) throw conflict(`Version ${ref.version} of ${name} is gone.`)
  await change(app, actor, async (tx, now) => {
    await sql`insert into file_drafts (organisation_id, file_id, user_id, version, sha256, edits, saved_at)
      values (${organisationId}, ${ref.fileId}, ${actor.userId}, ${ref.version}, ${version.sha256},
        ${JSON.stringify(edits)}::json, ${now})
      on conflict (organisation_id, file_id, user_id)
        do update set version = excluded.version, sha256 = excluded.sha256, edits = excluded.edits,
          saved_at = excluded.saved_at`.execute(tx)
    return { result: undefined, events: [] }
  })
}

/** Removes the actor's draft. Nothing happens without one. */
export async function discardDraft(app: App, actor: Actor, fileId: number): Promise<void> {
  const file = await getFileToSee(app, app.db, actor, fileId)
  await change(app, actor, async (tx) => {
    await removeDraft(tx, actor, file)
    return { result: undefined, events: [] }
  })
}

/** Removes a person's draft of a file. */
export async function removeDraft(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<void> {
  await tx
    .deleteFrom('file_drafts')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}
