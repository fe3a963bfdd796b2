// A search over all types: each source finds what the caller may see now, the best of all come first, and passages are
// made for the page that is shown.
import { kinds } from '../records/kinds.ts'
import { sql } from 'kysely'
import { type FeatureCode, isOn } from '../identity/features/feature.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { readTogether } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import { readEachKind, recordsByIds } from '../records/lists/named-records.ts'
import { readFresh } from '../platform/postgres/replica.ts'
import { type Passage, passagesOf } from '../platform/text-search/passages.ts'
import { stemsOfQuery, type TypedQuery } from '../platform/text-search/typed-query.ts'
import { messageSource, statusMessageSource, taskSource } from './attached-sources.ts'
import { fileSource } from './file-source.ts'
import {
  type Found,
  type FoundList,
  type FoundText,
  type RecordRef,
  type SearchAsked,
  type SearchType,
  searchTypes,
  type Source,
} from './found.ts'
import { mailSource, partySource } from './own-sources.ts'
import { recordSources } from './record-sources.ts'

const sources: Readonly<Record<SearchType, Source>> = {
  File: fileSource,
  ...recordSources,
  Task: taskSource,
  Message: messageSource,
  StatusMessage: statusMessageSource,
  Mail: mailSource,
  Party: partySource,
}

export interface Search {
  readonly query: TypedQuery
  readonly types: readonly SearchType[]
  readonly record?: RecordRef | undefined
  /** Counts are of all types, not only of these. */
  readonly allCounts?: boolean | undefined
  /** Files are looked for in their older versions as well. */
  readonly olderVersions?: boolean | undefined
  readonly skip: number
  readonly take: number
}

/** Something found, as it is shown. */
export interface Result extends Omit<Found, 'record' | 'score'> {
  readonly record: (RecordRef & { readonly name: string }) | null
  /** Of the first passage, where the text has pages. */
  readonly page: number | null
  readonly passages: readonly Passage[]
}

export interface Results {
  readonly items: readonly Result[]
  /** Of each type that was asked for, or of all with `allCounts`: how many were found, at least if `more` says so. */
  readonly counts: readonly { readonly type: SearchType; readonly count: number; readonly more: boolean }[]
  readonly hasNext: boolean
}

/**
 * What the caller may see at this moment and that fits the query, best first. Not_found for a record that they may not
 * see.
 */
export async function search(app: App, actor: Actor, asked: Search): Promise<Results> {
  const { record, query, olderVersions, skip, take } = asked
  if (record) await app.subjects[record.kind].getToSee(app.db, actor, record.id)
  // what is asked for together goes to the database in one packet
  const inOne = (work: (reading: App) => Promise<Results>) =>
    readFresh(app, (reading) => readTogether(reading.db, (db) => work({ ...reading, db })))
  return inOne(async (reading) => {
    const [stems] = await Promise.all([stemsOfQuery(reading.db, query), planning.run(reading.db, {})])
    const details: SearchAsked = { query, stems, record, olderVersions }
    const isAsked = (type: SearchType) => asked.types.includes(type)
    const types = searchTypes.filter((type) => (asked.allCounts || isAsked(type)) && isOpen(actor, type))
    const lists = await findAll(reading, actor, details, types)
    const all = lists
      .flatMap(({ items }) => items)
      .filter(({ type }) => isAsked(type))
      .toSorted(bestFirst)
    const page = all.slice(skip, skip + take)
    return {
      items: await shown(reading, actor, details, page),
      counts: types.map((type, place) => ({ type, ...countOf(lists[place]) })),
      hasNext: all.length > skip + take,
    }
  })
}

// Until the transaction ends: plans that are made once, because planning takes longer than searching, and never by
// reading a whole table, because the planner knows nothing of what it costs to read the words of a row.
const planning = statement<object, never>(
  () => sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`,
)

// with as many results, what was typed is not taken for an error
const enoughAsTyped = 20

/** What each type has: as typed, and with typing errors where little was found so. */
async function findAll(
  app: App,
  actor: Actor,
  asked: SearchAsked,
  types: readonly SearchType[],
): Promise<readonly FoundList[]> {
  const lists = await Promise.all(types.map((type) => sources[type].find(app, actor, asked)))
  // a phrase is meant word by word
  const mayBeMistyped = asked.query.terms.some(({ words, negative }) => !negative && words.length === 1)
  if (!mayBeMistyped || lists.reduce((sum, { items }) => sum + items.length, 0) >= enoughAsTyped) return lists
  return Promise.all(
    lists.map(async (list, place) => {
      const mistyped = types[place] && sources[types[place]].findMistyped
      return mistyped ? mistyped(app, actor, asked) : list
    }),
  )
}

/**
 * The feature whose area a type is in. Files, messages and status messages follow their records, which the access rule
 * closes.
 */
const featureOf: Readonly<Partial<Record<SearchType, FeatureCode>>> = {
  Task: 'TASKS',
  Mail: 'EMAIL_TRACKING',
  Party: 'CONTRACTS',
}

function isOpen(actor: Actor, type: SearchType): boolean {
  const feature = featureOf[type]
  return feature === undefined || isOn(actor, feature)
}

const countOf = (list: FoundList | undefined) => ({
  count: list?.items.length ?? 0,
  more: list?.more ?? false,
})

const bestFirst = (one: Found, other: Found) =>
  other.score - one.score ||
  searchTypes.indexOf(one.type) - searchTypes.indexOf(other.type) ||
  other.id - one.id

async function shown(
  app: App,
  actor: Actor,
  asked: SearchAsked,
  page: readonly Found[],
): Promise<readonly Result[]> {
  const [names, texts] = await Promise.all([recordNames(app, actor, page), textsOf(app, page, asked)])
  const passages = await passagesOf(app.db, asked.stems, texts)
  return page.map(({ type, organisationId, id, title, record, version, currentVersion }, place) => {
    const own = passages[place] ?? []
    const name = record ? names(record)?.name : undefined
    return {
      type,
      organisationId,
      id,
      title,
      ...(version === undefined ? {} : { version }),
      ...(currentVersion === undefined ? {} : { currentVersion }),
      record: record && name !== undefined ? { ...record, name } : null,
      page: own[0]?.source.page ?? null,
      passages: own.map(({ text, marks }) => ({ text, marks })),
    }
  })
}

/** The texts of each item, asked of each source once. */
async function textsOf(
  app: App,
  page: readonly Found[],
  asked: SearchAsked,
): Promise<readonly (readonly FoundText[])[]> {
  const texts = new Map<Found, readonly FoundText[]>()
  await Promise.all(
    [...Map.groupBy(page, ({ type }) => type)].map(async ([type, items]) => {
      const found = await sources[type].textsOf(app, items, asked)
      for (const [place, item] of items.entries()) texts.set(item, found[place] ?? [])
    }),
  )
  return page.map((item) => texts.get(item) ?? [])
}

/** The names of the records that the items are on, of those that the caller may see. */
const recordNames = ({ db }: Pick<App, 'db'>, actor: Actor, page: readonly Found[]) =>
  readEachKind(
    page.flatMap(({ record }) => record ?? []),
    (kind, ids) => {
      const columns = { name: sql.ref<string>(`${kinds[kind].many}.name`) }
      return recordsByIds(recordKinds[kind], { db, actor }, { ids, columns })
    },
  )
