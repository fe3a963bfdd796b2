// What was read of a version, as rows: its state and its text in parts.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Paragraph } from '../../platform/documents/text/paragraphs.ts'
import { wordsOf } from '../../platform/text-search/words.ts'

/** Whether a version has text, and why not. */
export type TextState = 'Text' | 'NoText' | 'Unsupported' | 'Unreadable'

/** The outcome of reading a version. */
export interface ReadText {
  readonly state: TextState
  /** For people: why it could not be read. */
  readonly reason: string | null
  readonly complete: boolean
  readonly paragraphs: readonly Paragraph[]
}

export interface VersionKey {
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
}

// positions of words, which phrases need, are kept for 256 occurrences in a part
const partCharacters = 24_000

/** Stores it in place of what was there. The row of the version must be held. `attempts` is not 0 if it failed. */
export async function storeText(
  tx: Tx,
  { organisationId, fileId, version }: VersionKey,
  { state, reason, complete, paragraphs }: ReadText,
  { now, attempts }: { readonly now: Date; readonly attempts: number },
): Promise<void> {
  await tx
    .deleteFrom('file_texts')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .execute()
  const key = { organisation_id: organisationId, file_id: fileId, version }
  await tx
    .insertInto('file_texts')
    .values({ ...key, state, reason, complete, attempts, read_at: now })
    .execute()
  for (const [part, some] of partsOf(paragraphs).entries()) {
    const shape = some.map(({ text, page, level }) => [text, page, level])
    const words = wordsOf(some.map(({ text }) => text).join('\n'))
    await sql`insert into file_text_parts (organisation_id, file_id, version, part, paragraphs, words)
      values (${organisationId}, ${fileId}, ${version}, ${part}, ${JSON.stringify(shape)}::json,
        to_tsvector('chancery', ${words}))`.execute(tx)
  }
}

function partsOf(paragraphs: readonly Paragraph[]): readonly (readonly Paragraph[])[] {
  const parts: Paragraph[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const paragraph of paragraphs) {
    if (characters + paragraph.text.length > partCharacters) {
      parts.push([])
      characters = 0
    }
    characters += paragraph.text.length
    parts.at(-1)?.push(paragraph)
  }
  return parts
}
