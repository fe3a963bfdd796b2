// The text of one version, for reading and comparing.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Paragraph } from '../../platform/documents/text/paragraphs.ts'
import { notFound } from '../../platform/errors.ts'
import { getFileToSee } from '../access.ts'
import { checkNotLink } from '../file.ts'
import type { ReadText, TextState } from './store-text.ts'
import { readMissingText } from './update-file-words.ts'

/**
 * The text of a version; it is read now if that has not happened yet. Throws not_found for a version that does not
 * exist or a file that the actor may not see, and conflict for a link.
 */
export async function getVersionText(app: App, actor: Actor, id: number, version: number): Promise<ReadText> {
  const file = await getFileToSee(app, app.db, actor, id)
  checkNotLink(file, 'Open it there.')
  const key = { organisationId: file.organisationId, fileId: file.id }
  const stored = await textOfVersion(app, { ...key, version })
  if (stored) return stored
  const late = await readMissingText(app, key, { version, lane: 'interactive' })
  if (late) return { state: 'Unreadable', reason: late.message, complete: false, paragraphs: [] }
  const read = await textOfVersion(app, { ...key, version })
  if (!read) throw notFound()
  return read
}

interface VersionKey {
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
}

/** The text of a version that was read before, for work without a person; undefined where it was not read yet. */
export async function textOfVersion(
  { db }: Pick<App, 'db'>,
  { organisationId, fileId, version }: VersionKey,
): Promise<ReadText | undefined> {
  const row = await db
    .selectFrom('file_texts')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .select(['state', 'reason', 'complete'])
    .executeTakeFirst()
  if (!row) return undefined
  const parts = await db
    .selectFrom('file_text_parts')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .orderBy('part')
    .select('paragraphs')
    .execute()
  const paragraphs = parts.flatMap((part) =>
    (part.paragraphs as unknown as readonly [string, number | null, number | null][]).map(
      ([text, page, level]): Paragraph => ({ text, page, level }),
    ),
  )
  return { ...row, state: row.state as TextState, paragraphs }
}
