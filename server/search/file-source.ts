// Files as something to search in.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { searchOlderVersions } from '../files/texts/older-versions.ts'
import { type FoundFiles, searchFiles } from '../files/texts/search-files.ts'
import { type Found, type FoundText, type Source, titleScore } from './found.ts'

const mostParts = 2

/** Files and folders, by their text, name and description. */
export const fileSource: Source = {
  type: 'File',
  async find(app, actor, { query, stems, record, olderVersions = false }) {
    const nothing: FoundFiles = { files: [], more: false }
    const [current, older] = await Promise.all([
      searchFiles(app, actor, { query, record }),
      olderVersions ? searchOlderVersions(app, actor, { query, record }) : nothing,
    ])
    // what stands in the current version is found there
    const there = new Set(current.files.map(({ id }) => id))
    const files = [...current.files, ...older.files.filter(({ id }) => !there.has(id))]
    const items = files.map(({ organisationId, id, name, version, current: now, subject, rank }): Found => {
      const place = { type: 'File', organisationId, id, title: name, record: subject } as const
      return {
        ...place,
        ...(version > 0 ? { version } : {}),
        ...(now === undefined ? {} : { currentVersion: now }),
        score: titleScore(name, stems) + rank,
      }
    })
    return { items, more: current.more || older.more }
  },
  textsOf: async (app, items, { query }) => {
    const parts = await readParts(app, items, query.any)
    return items.map(({ id }) => parts.get(id) ?? [])
  },
}

/** The first parts of each text that have any of the terms. */
async function readParts(
  { db }: Pick<App, 'db'>,
  items: readonly Found[],
  any: string,
): Promise<ReadonlyMap<number, readonly FoundText[]>> {
  // not through access.ts: of files that the caller has been found to see
  const { rows } = await sql<{ id: number; paragraphs: readonly [string, number | null][] }>`
    select found.file_id as id, p.paragraphs
    from unnest(${items.map(({ organisationId }) => organisationId)}::bigint[], ${items.map(({ id }) => id)}::bigint[],
      ${items.map(({ version }) => version ?? 0)}::bigint[]) as found (organisation_id, file_id, version)
    cross join lateral (select parts.paragraphs from file_text_parts parts
      where parts.organisation_id = found.organisation_id and parts.file_id = found.file_id
        and parts.version = found.version and parts.words @@ to_tsquery('chancery'::regconfig, ${any})
      order by parts.part limit ${sql.lit(mostParts)}) p`.execute(db)
  const texts = new Map<number, FoundText[]>()
  for (const { id, paragraphs } of rows) {
    const known = texts.get(id) ?? []
    texts.set(id, known)
    for (const [text, page] of paragraphs) known.push({ text, page })
  }
  return texts
}
