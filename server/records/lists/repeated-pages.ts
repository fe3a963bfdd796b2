// Lists that are asked for again and again, as web pages and integrations do: the statement of such a page is compiled
// once for each shape of caller and has a name. Of the objects of its rows it reads what this process writes them from
// (object-writer.ts); one that is asked for once has the database make them. Where the counts decide how
// the page is read, and not the planner, it is planned once: for small organisations together, for each large one on
// its own, because the planner must know how large it is to walk along an index. The pages that follow have a statement
// of their own, which takes the position as values. Columns of custom fields are of one organisation, and their
// definitions, which change, are part of what a list is known by.
import type { RawBuilder } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { callerPlaceholder, callerShapeKey, type OfCaller } from '../../platform/caller-shape.ts'
import { jsonObject, type JsonShape } from '../../platform/lists/json-shape.ts'
import { type ObjectWriter, objectWriter } from '../../platform/lists/object-writer.ts'
import type { ListQuery, Position } from '../../platform/lists/list-query.ts'
import { type ListedRow, pageOf, type RowWithTotal } from '../../platform/lists/list-rows.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type CompiledStatement, compileStatement, placeholder } from '../../platform/postgres/statement.ts'
import { type StatementCache, statementCache } from '../../platform/postgres/statement-cache.ts'
import type { Principal } from '../../platform/subject.ts'
import { allVisible, checkScope, isCountedFilter, recordsInScope, type ScopeName } from './list-scopes.ts'
import { ownPartOf } from '../member-collection.ts'
import type { ListedObjects } from './record-bodies.ts'
import type { AnyKind, ListContext, RecordBase, RecordKind } from '../record-kind.ts'
import { catalogueOfScope, listingOf, listingOfScope } from './record-lists.ts'
import { type RecordListing, recordPageSql, recordsSql } from './record-pages.ts'
import { hasMoreRecords } from './record-totals.ts'
import { withObjects, withReads, writtenPage } from './written-pages.ts'

interface Input extends OfCaller {
  readonly now: Date
  readonly after: Position
}

/** A statement of a list, and what writes the objects from what it reads, if it is asked for objects. */
interface CompiledList
  extends Pick<CompiledStatement<Input, ListedRow>, 'length' | 'drop' | 'run' | 'texts'> {
  readonly writer: ObjectWriter | undefined
}

interface Repeated {
  /** Compiled, by what was asked for. */
  readonly statements: StatementCache<CompiledList>
  /** Asked for once, the last of them. */
  readonly once: Set<string>
  /** Which organisations are large, by their ids and the kind; until then. */
  readonly large: Map<string, { readonly isLarge: boolean; readonly until: number }>
}

// the usual ones of some organisations. Callers make as many as they like, and every connection keeps what is kept
// here: at most about 100 MB of plans, and of none more than one list needs that people could put together
const limits = { most: 150, mostText: 750_000, longest: 60_000 }
const mostRemembered = 1_000

// what any plan reads of a smaller one takes less than planning
const largeSize = 10_000
const sizeKeptMs = 10 * 60_000

const repeatedOf = new WeakMap<App['config'], Repeated>()

function repeatedFor({ config }: Pick<App, 'config'>): Repeated {
  const known = repeatedOf.get(config) ?? {
    statements: statementCache(limits),
    once: new Set(),
    large: new Map(),
  }
  repeatedOf.set(config, known)
  return known
}

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

interface AskedList {
  readonly kind: AnyKind
  /** Which list of the kind it is. */
  readonly list: string
  /** Whether it names what one organisation has alone. */
  readonly isOfOrganisation: boolean
  /** Whether it has the records of the caller's teams. */
  readonly isOfTeams?: boolean
  readonly asked: Asked
}

type Reading = Pick<App, 'db' | 'config' | 'clock' | 'copies'>

type Build<Made> = (db: Reader, caller: Principal, context: ListContext, asked: Asked) => Made

/** A list, with what writes its objects. */
interface BuiltList {
  readonly sql: RawBuilder<ListedRow>
  readonly writer: ObjectWriter | undefined
}

/**
 * What was asked for with placeholders for the values of a position; nulls stay, because the condition depends on them.
 */
function withPositionPlaceholders(asked: Asked): Asked {
  const { after } = asked.query
  if (!after) return asked
  const given = after.map((value, place) =>
    value === null ? null : placeholder((input: Input) => input.after[place] ?? null),
  )
  return { ...asked, query: { ...asked.query, after: given } }
}

/** What was asked for, as far as the text of its statement depends on it. */
const keyOf = ({ query, columns }: Asked) =>
  JSON.stringify([{ ...query, after: query.after?.map((value) => value === null) }, columns])

/** Whether one of the person's organisations is large. */
async function isLargeFor(app: Reading, actor: Actor, { kind }: AnyKind): Promise<boolean> {
  const { large } = repeatedFor(app)
  const key = `${kind} ${actor.organisationIds.join()}`
  const known = large.get(key)
  const now = performance.now()
  if (known && now < known.until) return known.isLarge
  const isLarge = await hasMoreRecords(app.db, actor, { kind, than: largeSize })
  if (large.size >= mostRemembered) large.clear()
  large.set(key, { isLarge, until: now + sizeKeptMs })
  return isLarge
}

/** The compiled statement, from the second time on; undefined where it is not worth one. */
async function findStatement(
  app: Reading,
  actor: Actor,
  { kind, list, isOfOrganisation, isOfTeams, asked }: AskedList,
  build: Build<BuiltList>,
): Promise<CompiledList | undefined> {
  const { statements, once } = repeatedFor(app)
  const isOwn = isOfOrganisation || (await isLargeFor(app, actor, kind))
  // with its id in the text, the planner knows as much as it would of the values: they are there as well
  const isPlannedOnce = isOwn || isCountedFilter(kind, asked.query.filter)
  const { organisationId, organisationIds, teamIds } = actor
  // how much of it a team has decides between walking along an index and putting in order all that the team has
  const fixed = isOwn ? { organisationId, organisationIds, ...(isOfTeams ? { teamIds } : {}) } : {}
  const key = `${kind.kind} ${list} ${keyOf(asked)} ${callerShapeKey(actor)} ${JSON.stringify(fixed)}`
  const known = statements.find(key)
  if (known) return known
  if (!once.delete(key)) {
    once.add(key)
    if (once.size > mostRemembered) once.delete(once.values().next().value as string)
    return undefined
  }
  const clock = { ...app.clock, now: () => placeholder((input: Input) => input.now) }
  const caller = { ...callerPlaceholder(actor), ...fixed }
  const given = withPositionPlaceholders(asked)
  let writer: ObjectWriter | undefined
  const compiled = compileStatement<Input, ListedRow>(
    (db) => {
      const built = build(db, caller, { config: app.config, clock }, given)
      writer = built.writer
      return built.sql
    },
    { once: isPlannedOnce },
  )
  const made = { ...compiled, writer }
  return statements.keep(key, made) ? made : undefined
}

interface AskedOfVisible extends Asked {
  readonly count: boolean
  /** Columns of custom fields, and what they depend on. */
  readonly fields?: Pick<RecordListing, 'catalogue' | 'collections'> & { readonly key: string }
  /** What objects of the rows consist of. */
  readonly objects?: ListedObjects
}

/**
 * A page of the records that the caller sees, and how many these are if requested. Rows have their ids, and their
 * objects as JSON in `object` from the second time that the page is asked for.
 */
export async function pageOfVisible<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: Reading,
  actor: Actor,
  { count, fields, query, columns, objects }: AskedOfVisible,
): Promise<{ readonly rows: readonly ListedRow[]; readonly total?: number }> {
  const { isOwn, rest } = ownPartOf(query.filter, actor)
  const asked = { query: { ...query, filter: rest }, columns }
  const list = `${count} ${isOwn ? 'own' : ''} ${objects?.key ?? ''} ${fields?.key ?? ''}`
  const isOfOrganisation = fields !== undefined
  const listingFor = (context: ListContext, caller: Principal) => {
    const plain = listingOf(kind, context, caller)
    return fields ? withColumns(plain, fields) : plain
  }
  const scopeFor = (db: Reader, caller: Principal) =>
    isOwn ? recordsInScope(kind, db, caller, 'Personal') : allVisible(kind, db, caller)
  const read = count ? recordPageSql : recordsSql
  const repeated = await findStatement(
    app,
    actor,
    { kind, list, isOfOrganisation, asked },
    (db, caller, context, asked) => {
      const writer = objects?.writerFor({ ...context, caller })
      const plain = listingFor(context, caller)
      const { listing, columns } = writer
        ? withReads(plain, writer)
        : { listing: plain, columns: asked.columns }
      return { writer, sql: read(caller, scopeFor(db, caller), listing, { ...asked, columns }) }
    },
  )
  if (repeated?.writer) {
    const read = await repeated.texts(app.db, inputOf(app, actor, asked))
    return writtenPage(app, read, { writer: repeated.writer, count })
  }
  const rows = repeated
    ? await repeated.run(app.db, inputOf(app, actor, asked))
    : (await read(actor, scopeFor(app.db, actor), listingFor(app, actor), asked).execute(app.db)).rows
  return count ? pageOf(rows as readonly RowWithTotal[]) : { rows }
}

/** A page of a scope with the objects of its records. */
export async function objectsInScope<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: Reading,
  actor: Actor,
  {
    scope,
    query,
    shape,
  }: { readonly scope: ScopeName; readonly query: ListQuery; readonly shape: JsonShape },
): Promise<{ readonly objects: readonly string[]; readonly total: number }> {
  checkScope(kind, actor, scope)
  const asked = { query, columns: ['object'] }
  const list = `${scope} ${Object.keys(shape).join()}`
  const partsFor = (db: Reader, caller: Principal, context: ListContext) => {
    const catalogue = catalogueOfScope(kind, kind.list.columns(context, caller), { scope })
    const listing = listingOfScope(kind, caller, { scope, catalogue })
    return { catalogue, listing, records: recordsInScope(kind, db, caller, scope) }
  }
  const about = { kind, list, isOfOrganisation: false, isOfTeams: scope === 'Teams', asked }
  const repeated = await findStatement(app, actor, about, (db, caller, context, asked) => {
    const { catalogue, listing, records } = partsFor(db, caller, context)
    const writer = objectWriter(shape, catalogue)
    const read = withReads(listing, writer)
    return { writer, sql: recordPageSql(caller, records, read.listing, { ...asked, columns: read.columns }) }
  })
  const page = repeated?.writer
    ? await writtenPage(app, await repeated.texts(app.db, inputOf(app, actor, asked)), {
        writer: repeated.writer,
        count: true,
      })
    : await pageMadeByDatabase()
  return { objects: page.rows.map((row) => String(row['object'])), total: page.total ?? 0 }

  async function pageMadeByDatabase() {
    const { catalogue, listing, records } = partsFor(app.db, actor, app)
    const made = withObjects(listing, jsonObject(shape, catalogue))
    return pageOf((await recordPageSql(actor, records, made, asked).execute(app.db)).rows)
  }
}

const withColumns = (
  listing: RecordListing,
  { catalogue, collections }: Pick<RecordListing, 'catalogue' | 'collections'>,
): RecordListing => ({
  ...listing,
  catalogue: { ...listing.catalogue, ...catalogue },
  collections: { ...listing.collections, ...collections },
})

const inputOf = ({ clock }: Reading, caller: Actor, { query }: Asked): Input => ({
  caller,
  now: clock.now(),
  after: query.after ?? [],
})
