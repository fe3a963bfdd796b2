// Older versions of files: their words, and searching in them. They are found only by a search that asks for them; who
// sees the file sees its versions.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { recordIdColumns } from '../../records/kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { hasSingleWords, hasWords, mostFound } from '../../platform/text-search/searched-text.ts'
import type { TypedQuery } from '../../platform/text-search/typed-query.ts'
import { distinctWords, vectorOf } from '../../platform/text-search/words.ts'
import { filesVisibleTo } from '../access.ts'
import { type SubjectColumn, subjectIn } from '../file.ts'
import { indexSoon } from './queue-indexing.ts'
import { type FileSearch, type FoundFile, type FoundFiles, ranked } from './search-files.ts'
import { amongVisible } from './visible-words.ts'

export interface FileKey {
  readonly organisationId: number
  readonly fileId: number
}

// the others in jobs of their own, so that a file with many versions does not hold up those of others
const mostAtOnce = 20

/**
 * Stores the words of those older versions of the file that have none yet; `read` reads the text of one where that is
 * missing. With `again`, of all of them.
 */
export async function indexOlderVersions(
  app: App,
  { organisationId, fileId }: FileKey,
  { again, read }: { readonly again: boolean; readonly read: (version: number) => Promise<unknown> },
): Promise<void> {
  if (again)
    await internalTransaction(app, async (tx) => {
      await tx
        .deleteFrom('file_version_words')
        .where('organisation_id', '=', organisationId)
        .where('file_id', '=', fileId)
        .execute()
    })
  // not through access.ts: files are indexed regardless of who may see them
  const { rows } = await sql<{ version: number }>`select v.version from file_versions v
    join files f on f.organisation_id = v.organisation_id and f.id = v.file_id and f.version <> v.version
    where v.organisation_id = ${organisationId} and v.file_id = ${fileId} and ${isMissing}
    order by v.version desc limit ${sql.lit(mostAtOnce)}`.execute(app.db)
  for (const { version } of rows) {
    await read(version)
    await storeWords(app, { organisationId, fileId, version })
  }
  if (rows.length === mostAtOnce)
    await internalTransaction(app, async (tx) => indexSoon(tx, { organisationId, id: fileId }))
}

/** SQL over `file_versions` as `v`: it has no words yet. */
const isMissing = sql<SqlBool>`not exists (select 1 from file_version_words w where w.organisation_id = v.organisation_id
  and w.file_id = v.file_id and w.version = v.version)`

/** SQL over `files` as `f`: an older version of it has no words yet. */
export const lacksOlderWords = sql<SqlBool>`exists (select 1 from file_versions v
  where v.organisation_id = f.organisation_id and v.file_id = f.id and v.version <> f.version and ${isMissing})`

type VersionKey = FileKey & { readonly version: number }

const storeWords = (app: App, { organisationId, fileId, version }: VersionKey): Promise<void> =>
  internalTransaction(app, async (tx) => {
    const parts = await tx
      .selectFrom('file_text_parts')
      .where('organisation_id', '=', organisationId)
      .where('file_id', '=', fileId)
      .where('version', '=', version)
      .orderBy('part')
      .select('paragraphs')
      .execute()
    const texts = parts.flatMap(({ paragraphs }) =>
      (paragraphs as unknown as [string][]).map(([text]) => text),
    )
    // a version that was deleted meanwhile has none
    await sql`insert into file_version_words (organisation_id, file_id, version, words)
      select v.organisation_id, v.file_id, v.version, ${vectorOf(distinctWords(texts))}
      from file_versions v where v.organisation_id = ${organisationId} and v.file_id = ${fileId} and v.version = ${version}
      on conflict do nothing`.execute(tx)
  })

const mostCandidates = 2_500

interface Row extends Readonly<Record<SubjectColumn, number | null>> {
  readonly seen: number
  readonly organisation_id: number
  readonly id: number | null
  readonly name: string
  readonly version: number
  readonly current: number
}

/**
 * The files of which an older version has all the words and phrases, each once, with the latest of these versions.
 * Names and descriptions are not searched: they are those of the current one.
 */
export async function searchOlderVersions(app: App, actor: Actor, search: FileSearch): Promise<FoundFiles> {
  const { query, record } = search
  const kinds = Object.keys(app.subjects) as SubjectKind[]
  const among = await amongVisible(app, actor, { record, hasPhrases: query.phrases.length > 0 })
  const visible = filesVisibleTo(app, app.db, actor)
    .where('files.organisation_id', '=', sql<number>`c.organisation_id`)
    .where('files.id', '=', sql<number>`c.file_id`)
    .where('files.version', '<>', sql<number>`c.version`)
    .where(sql<SqlBool>`${sql.join([sql`true`, ...query.phrases.map(hasPhrase)], sql` and `)}`)
    .select(['files.organisation_id', 'files.id', 'files.name', 'files.version as current'])
    .select(recordIdColumns('files'))
    .offset(sql<number>`0`)
  // not through access.ts: ids alone show nothing; what is shown of each is read by the rule
  const { rows } = await sql<Row>`with c as materialized (
      select v.organisation_id, v.file_id, v.version from file_version_words v
      join file_words w on w.organisation_id = v.organisation_id and w.file_id = v.file_id
      where ${isOneOf(sql.ref('v.organisation_id'), actor.organisationIds)} and not w.in_bin
        and ${hasSingleWords(sql.ref('v.words'), query.words)} and ${among.together}
      order by v.file_id desc, v.version desc limit ${sql.lit(mostCandidates)})
    select looked.seen, found.* from (select count(*) as seen from c) looked
    left join lateral (select f.*, c.version from (select * from c order by c.file_id desc, c.version desc offset 0) c
      cross join lateral (${visible}) f order by c.file_id desc, c.version desc limit ${sql.lit(mostCandidates)}) found on true
    order by found.id desc, found.version desc`.execute(app.db)
  const latest = new Map<number, FoundFile>()
  for (const { id, ...row } of rows) {
    if (id === null || latest.has(id)) continue
    const { organisation_id: organisationId, name, version, current } = row
    latest.set(id, { organisationId, id, name, version, current, subject: subjectIn(row, kinds), rank: 0 })
  }
  const files = [...latest.values()]
  return {
    files: await ranked(app.db, query, files.slice(0, mostFound)),
    more: files.length > mostFound || (rows[0]?.seen ?? 0) >= mostCandidates,
  }
}

/** SQL over the candidates `c`: the phrase is in the text of the version, or is not. */
function hasPhrase({ text, negative }: TypedQuery['phrases'][number]): RawBuilder<SqlBool> {
  const has = sql`exists (select 1 from file_text_parts p
    where p.organisation_id = c.organisation_id and p.file_id = c.file_id and p.version = c.version
      and ${hasWords(sql.ref('p.words'), text)})`
  return negative ? sql<SqlBool>`not ${has}` : sql<SqlBool>`${has}`
}
