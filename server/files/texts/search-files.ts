// Files by what is written in them, and by their names. The words of all files are in one index; of what it finds, the latest files on
// records that the caller may see are looked at, each by the access rule, and of these the latest hundred are ranked.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isOneOf, statement } from '../../platform/postgres/statement.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import {
  hasSingleWords,
  hasWords,
  mostFound,
  searchedText,
} from '../../platform/text-search/searched-text.ts'
import type { TypedQuery } from '../../platform/text-search/typed-query.ts'
import { filesVisibleTo } from '../access.ts'
import { type File, subjectColumn, subjectIn } from '../file.ts'

/** A file that was found. */
export interface FoundFile extends Pick<File, 'organisationId' | 'id' | 'name' | 'version' | 'subject'> {
  /** How much its text is about what was asked for: 0 if that was not compared. */
  readonly rank: number
}

export interface FoundFiles {
  /** The latest first. */
  readonly files: readonly FoundFile[]
  /** Whether there are more that were not looked at. */
  readonly more: boolean
}

export interface FileSearch {
  readonly query: TypedQuery
  /** Only those of this record. */
  readonly record?: File['subject'] | undefined
}

const atOnce = mostFound + 1
// each text has to be unpacked to compare a phrase
const enoughWithPhrases = 100
// files in the bin of a record, private ones and texts without the phrase may crowd out others
const mostRounds = 10
const mostRoundsWithPhrases = 4
const mostRanked = 100
const mostPartsRanked = 4
// of so few records, the files are looked through one by one
const fewRecords = 500
const blockBits = 13
const latestBlocks = 2

/** The files and folders with all the words and phrases that the caller may see. */
export function searchFiles(app: App, actor: Actor, search: FileSearch): Promise<FoundFiles> {
  const hasPhrases = search.query.phrases.length > 0
  const [enough, rounds] = hasPhrases ? [enoughWithPhrases, mostRoundsWithPhrases] : [mostFound, mostRounds]
  // reads only: a transaction, because the planner knows nothing of what it costs to read the words of a row
  return internalTransaction(app, async (tx) => {
    const among = await amongVisible(app, tx, actor, search)
    const found: FoundFile[] = []
    let before = largestId
    for (let round = 1; ; round++) {
      const ids = await candidates(tx, actor, { search, among, before })
      found.push(...(await visibleOf(app, tx, actor, { search, ids })))
      before = ids.at(-1) ?? 0
      const isEnd = ids.length < atOnce
      if (isEnd || found.length >= enough || round === rounds) {
        const files = await ranked(tx, search.query, found.slice(0, mostFound))
        return { files, more: !isEnd || found.length > mostFound }
      }
    }
  })
}

const largestId = 2 ** 31

interface Among {
  /** SQL over `file_words`: on a record that the actor sees. It narrows the search and decides nothing. */
  readonly condition: RawBuilder<SqlBool>
  readonly few: boolean
}

async function amongVisible(app: App, tx: Tx, actor: Actor, { record }: FileSearch): Promise<Among> {
  const column = (kind: SubjectKind) => sql.ref(`w.${subjectColumn({ kind })}`)
  if (record) return { condition: sql<SqlBool>`${column(record.kind)} = ${record.id}`, few: true }
  const kinds = Object.keys(app.subjects) as SubjectKind[]
  const visible = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await app.subjects[kind].visibleIds(tx, actor)) })),
  )
  // who administers both kinds sees nearly everything: less is sorted out by the rule than by looking up each record here
  if (actor.groups.size === kinds.length) return { condition: sql<SqlBool>`true`, few: false }
  const few = visible.reduce((sum, { count }) => sum + count, 0) <= fewRecords
  const ways = visible.map(({ kind, ids }) =>
    few ? sql`${column(kind)} = any(array(${ids}))` : sql`${column(kind)} in (${ids})`,
  )
  return { condition: sql<SqlBool>`(${sql.join(ways, sql` or `)})`, few }
}

interface Candidates {
  readonly search: FileSearch
  readonly among: Among
  /** Only older files. */
  readonly before: number
}

// until the transaction ends: whether tables may be read in order, or in that of an index
const planning = statement<{ readonly tables: 'on' | 'off' }, never>(
  ({
    tables,
  }) => sql`select set_config('enable_seqscan', ${tables}, true), set_config('enable_indexscan', ${tables}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`,
)

/** The latest files with the words, at most one more than are found. */
async function candidates(tx: Tx, actor: Actor, asked: Candidates): Promise<readonly number[]> {
  const { among, before } = asked
  if (among.few) return candidatesIn(tx, actor, asked, sql<SqlBool>`true`)
  // a word that most files have is found often enough among the latest
  const latest = before === largestId ? await latestBlock(tx, actor) : before >> blockBits
  planning.send(tx, { tables: 'off' })
  const blocks = Array.from({ length: latestBlocks }, (_, place) => sql`${latest - place}::bigint`)
  const block = sql`(w.file_id >> ${sql.lit(blockBits)})`
  const inBlocks = sql<SqlBool>`(${sql.join(
    blocks.map((number) => sql`${block} = ${number}`),
    sql` or `,
  )})`
  const some = await candidatesIn(tx, actor, asked, inBlocks)
  const ids = some.length < atOnce ? await candidatesIn(tx, actor, asked, sql<SqlBool>`true`) : some
  planning.send(tx, { tables: 'on' })
  return ids
}

async function latestBlock(tx: Tx, { organisationIds }: Actor): Promise<number> {
  // not through access.ts: a number of a file shows nothing
  const { rows } = await sql<{ id: number | null }>`select max(w.file_id) as id from file_words w
    where ${isOneOf(sql.ref('w.organisation_id'), organisationIds)}`.execute(tx)
  return (rows[0]?.id ?? 0) >> blockBits
}

async function candidatesIn(
  tx: Tx,
  { organisationIds }: Actor,
  { search: { query }, among, before }: Candidates,
  where: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  // not through access.ts: ids alone show nothing; the rule of access.ts is asked of each
  const { rows } = await sql<{ id: number }>`select w.file_id as id from file_words w
    where ${isOneOf(sql.ref('w.organisation_id'), organisationIds)} and ${hasSingleWords(sql.ref('w.words'), query.words)}
      and not w.in_bin and w.file_id < ${before} and ${where} and ${among.condition}
    order by w.file_id desc limit ${sql.lit(atOnce)}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function visibleOf(
  app: App,
  tx: Tx,
  actor: Actor,
  { search, ids }: { readonly search: FileSearch; readonly ids: readonly number[] },
): Promise<readonly FoundFile[]> {
  if (ids.length === 0) return []
  const kinds = Object.keys(app.subjects) as SubjectKind[]
  const rows = await filesVisibleTo(app, tx, actor)
    .where('files.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where(sql<SqlBool>`${sql.join([sql`true`, ...search.query.phrases.map(hasPhrase)], sql` and `)}`)
    .orderBy('files.id', 'desc')
    .select(['files.organisation_id', 'files.id', 'files.name', 'files.version'])
    .select(['files.contract_id', 'files.matter_id'])
    .execute()
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    id: row.id,
    name: row.name,
    version: row.version,
    subject: subjectIn(row, kinds),
    rank: 0,
  }))
}

/** SQL over `files`: the phrase is in its text, its name or its description, or in none of them. */
function hasPhrase({ text, negative }: TypedQuery['phrases'][number]): RawBuilder<SqlBool> {
  const about = searchedText(sql`files.name || ' ' || coalesce(files.description, '')`)
  // most are in the text
  const has = sql`(exists (select 1 from file_text_parts p
    where p.organisation_id = files.organisation_id and p.file_id = files.id and p.version = files.version
      and ${hasWords(sql.ref('p.words'), text)}) or ${hasWords(about, text)})`
  return negative ? sql<SqlBool>`not ${has}` : sql<SqlBool>`${has}`
}

async function ranked(
  tx: Tx,
  { any }: TypedQuery,
  files: readonly FoundFile[],
): Promise<readonly FoundFile[]> {
  const some = files.slice(0, mostRanked)
  if (some.length === 0) return files
  // not through access.ts: of files that have been found
  const { rows } = await sql<{ id: number; rank: number }>`select p.file_id as id,
      max(ts_rank_cd(p.words, to_tsquery('chancery'::regconfig, ${any}), 1|32)) as rank
    from file_text_parts p join unnest(${some.map(({ organisationId }) => organisationId)}::bigint[],
      ${some.map(({ id }) => id)}::bigint[], ${some.map(({ version }) => version)}::bigint[])
      as found (organisation_id, file_id, version)
      on p.organisation_id = found.organisation_id and p.file_id = found.file_id and p.version = found.version
    where p.part < ${sql.lit(mostPartsRanked)}
    group by p.file_id`.execute(tx)
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]))
  return files.map((file) => ({ ...file, rank: ranks.get(file.id) ?? 0 }))
}
