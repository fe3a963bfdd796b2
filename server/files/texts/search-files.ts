// Files by what is written in them, and by their names. The words of all files are in one index; of what it finds, the
// latest files on records that the caller may see are looked at, each by the access rule, until enough are found; of
// these the latest hundred are ranked.
import { recordIdColumns } from '../../records/kinds.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { preparedChoice } from '../../platform/postgres/prepared.ts'
import { runQuery } from '../../platform/postgres/driver.ts'
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
import { type File, type SubjectColumn, subjectIn } from '../file.ts'
import { amongVisible, type VisibleWords } from './visible-words.ts'

/** A file that was found. */
export interface FoundFile extends Pick<File, 'organisationId' | 'id' | 'name' | 'version' | 'subject'> {
  /** How much its text is about what was asked for: 0 if that was not compared. */
  readonly rank: number
  /** The current version, of one that was found in an older one. */
  readonly current?: number
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

// each text has to be unpacked to compare a phrase
const mostWithPhrases = 100
// files in the bin of a record, private ones and texts without the phrase may crowd out others
const mostCandidates = 2_500
const mostCandidatesWithPhrases = 1_000
const mostRanked = 100
const mostPartsRanked = 4
// words that fewer have are found sooner by the index of words than on a caller's records
const rare = 0.01
// of the latest files, so many say how frequent the words are
const sampled = 200
// words of more than this share are found soon enough by going through the latest files
const frequent = 0.25
const mostGoneThrough = 6_000
const blockBits = 13
const latestBlocks = 2

/** The files and folders with all the words and phrases that the caller may see. */
export async function searchFiles(app: App, actor: Actor, search: FileSearch): Promise<FoundFiles> {
  const hasPhrases = search.query.phrases.length > 0
  const most = hasPhrases ? mostWithPhrases : mostFound
  const [among, sample] = await Promise.all([
    amongVisible(app, actor, { record: search.record, hasPhrases }),
    latestFiles(app, actor, search),
  ])
  const found: FoundFile[] = []
  let left = hasPhrases ? mostCandidatesWithPhrases : mostCandidates
  let below = largestId
  for (const place of placesFor(search, { among, sample, most: hasPhrases ? left : most })) {
    const limit = Math.min(left, place.limit ?? left)
    const asked = { search, place: { ...place, limit }, below, take: most + 1 - found.length }
    const { files, seen, last } = await filesIn(app, actor, asked)
    found.push(...files)
    left -= seen
    below = seen < limit ? place.from : last
    if (below === 0 || left <= 0 || found.length > most) break
  }
  const files = await ranked(app.db, search.query, found.slice(0, most))
  return { files, more: below > 0 || found.length > most }
}

const largestId = 2 ** 31

/** The latest files, and which part of them has the words. */
interface Sample {
  readonly latest: number
  readonly density: number
}

async function latestFiles(
  { db }: Pick<App, 'db'>,
  { organisationIds }: Actor,
  { query }: FileSearch,
): Promise<Sample> {
  // not through access.ts: a number of a file, and how many have a word, decide how to search and are not shown
  const { rows } = await sql<{
    latest: number
    fitting: number
  }>`select coalesce(max(s.file_id), 0) as latest,
      count(*) filter (where ${hasSingleWords(sql`s.words`, query.words)}) as fitting
    from (select w.file_id, w.words from file_words w where ${isOneOf(sql.ref('w.organisation_id'), organisationIds)}
      order by w.file_id desc limit ${sql.lit(sampled)}) s`
    .withPlugin(preparedChoice)
    .execute(db)
  return { latest: rows[0]?.latest ?? 0, density: (rows[0]?.fitting ?? 0) / sampled }
}

/** Where to look: a part of all files, from the latest on. */
interface Place {
  readonly words: RawBuilder<SqlBool>
  /** The files from this one on are in it. */
  readonly from: number
  readonly order: RawBuilder<unknown>
  /** Whether its files are read in their order: it has few. */
  readonly inOrder?: boolean
  /** At most so many that have the words are looked at. */
  readonly limit?: number
}

interface Placing {
  readonly among: VisibleWords
  readonly sample: Sample
  /** So many are wanted. */
  readonly most: number
}

/** Where to look, one place after the other, until enough are found. */
function placesFor({ query }: FileSearch, { among, sample, most }: Placing): readonly Place[] {
  const { latest, density } = sample
  const isFew = among.files === 'few' || (among.files === 'some' && density >= rare)
  const onRecords = isFew ? among.oneByOne : among.together
  const has = hasSingleWords(sql.ref('w.words'), query.words)
  const narrowed = (words: RawBuilder<SqlBool>) => sql<SqlBool>`${words} and ${onRecords}`
  // an expression, so that files are found by their words and not read in their order
  const byWords = { order: sql`(w.file_id + 0)` }
  const everywhere: Place = { ...byWords, words: narrowed(has), from: 0 }
  if (isFew) return [everywhere]
  const share = among.narrow ? shareIfNarrow : usualShare
  const latestBlock = latest >> blockBits
  const block = sql`(w.file_id >> ${sql.lit(blockBits)})`
  const blocks: Place = {
    ...byWords,
    words: narrowed(
      sql<SqlBool>`${has} and (${block} = ${latestBlock}::bigint or ${block} = ${latestBlock - 1}::bigint)`,
    ),
    from: Math.max(0, (latestBlock - latestBlocks + 1) << blockBits),
  }
  const inBlocks = density * latestBlocks * 2 ** blockBits * share
  const places = inBlocks < most ? [everywhere] : [blocks, everywhere]
  if (density < frequent) return places
  const size = Math.min(mostGoneThrough, Math.ceil((1.5 * most) / (density * share)))
  const one: Place = {
    order: sql`w.file_id`,
    inOrder: true,
    // in this order: reading the words of a file takes the longest
    words: sql<SqlBool>`(case when ${onRecords} then ${has} else false end)`,
    from: Math.max(0, latest - size),
    limit: Math.ceil(among.narrow ? 1.2 * most : (1.2 * most) / share),
  }
  return [one, ...places]
}

// of the files that fit, on records that they see: at least this part
const usualShare = 0.6
const shareIfNarrow = 0.15

// Off keeps the planner from reading the words of all files in the order of an index, whose cost it does not know.
const planFor = statement<
  { readonly values: 'force_custom_plan' | 'force_generic_plan'; readonly ordered: 'on' | 'off' },
  never
>(
  ({ values, ordered }) =>
    sql`select set_config('plan_cache_mode', ${values}, true), set_config('enable_indexscan', ${ordered}, true)`,
)

interface Look {
  readonly search: FileSearch
  readonly place: Place & { readonly limit: number }
  /** Only older files. */
  readonly below: number
  readonly take: number
}

interface Looked {
  readonly files: readonly FoundFile[]
  /** How many had the words, visible to the caller or not; and the oldest of these. */
  readonly seen: number
  readonly last: number
}

interface Row extends Readonly<Record<SubjectColumn, number | null>> {
  readonly seen: number
  readonly last: number
  readonly organisation_id: number
  readonly id: number | null
  readonly name: string
  readonly version: number
}

/**
 * The files of a place that have the words, each looked at by the access rule, from the latest on until enough are
 * found.
 */
async function filesIn(app: App, actor: Actor, asked: Look): Promise<Looked> {
  const { search, place, below, take } = asked
  const kinds = Object.keys(app.subjects) as SubjectKind[]
  const visible = filesVisibleTo(app, app.db, actor)
    .where('files.organisation_id', '=', sql<number>`c.organisation_id`)
    .where('files.id', '=', sql<number>`c.file_id`)
    .where(sql<SqlBool>`${sql.join([sql`true`, ...search.query.phrases.map(hasPhrase)], sql` and `)}`)
    .select(['files.organisation_id', 'files.id', 'files.name', 'files.version'])
    .select(recordIdColumns('files'))
    // one after the other, until there are enough
    .offset(sql<number>`0`)
  // not through access.ts: ids alone show nothing; what is shown of each is read by the rule
  const query = sql<Row>`with c as materialized (
      select w.organisation_id, w.file_id from file_words w
      where ${isOneOf(sql.ref('w.organisation_id'), actor.organisationIds)} and not w.in_bin
        and w.file_id < ${below} and w.file_id >= ${place.from} and ${place.words}
      order by ${place.order} desc limit ${place.limit})
    select looked.seen, looked.last, found.* from (select count(*) as seen, coalesce(min(c.file_id), 0) as last from c) looked
    left join lateral (select f.* from (select * from c order by c.file_id desc offset 0) c
      cross join lateral (${visible}) f order by c.file_id desc limit ${take}) found on true
    order by found.id desc`.compile(app.db)
  // the best index depends on how frequent the words are
  const [, { rows }] = await Promise.all([
    planFor.run(app.db, { values: 'force_custom_plan', ordered: place.inOrder ? 'on' : 'off' }),
    runQuery<Row>(app.db, { text: query.sql, values: query.parameters }),
    planFor.run(app.db, { values: 'force_generic_plan', ordered: 'on' }),
  ])
  const files = rows.flatMap(({ id, ...row }) =>
    id === null
      ? []
      : [
          {
            organisationId: row.organisation_id,
            id,
            name: row.name,
            version: row.version,
            subject: subjectIn(row, kinds),
            rank: 0,
          },
        ],
  )
  return { files, seen: rows[0]?.seen ?? 0, last: rows[0]?.last ?? 0 }
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

/** The files with how much their texts are about what was asked for, of the first hundred. */
export async function ranked(
  db: Reader,
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
    group by p.file_id`.execute(db)
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]))
  return files.map((file) => ({ ...file, rank: ranks.get(file.id) ?? 0 }))
}
