// Lists that are asked for again and again, as web pages and integrations do: the statement of such a page is compiled once for each
// shape of caller and has a name. Columns of custom fields are read from their definitions, which change, so a list that names one is
// not for here; nor is a page after a position, which is asked for once.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { callerPlaceholder, callerShapeKey, type OfCaller } from '../platform/caller-shape.ts'
import { jsonObject, type JsonShape } from '../platform/lists/json-shape.ts'
import { joinSql } from '../platform/lists/joins.ts'
import type { ListQuery } from '../platform/lists/list-query.ts'
import { type ListedRow, pageOf, type RowWithTotal } from '../platform/lists/list-rows.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { compileStatement, placeholder, type Statement } from '../platform/postgres/statement.ts'
import type { Principal } from '../platform/subject.ts'
import { allVisible, checkScope, recordsInScope, type ScopeName } from './list-scopes.ts'
import { ownPartOf } from './member-collection.ts'
import type { ListContext, RecordBase, RecordKind } from './record-kind.ts'
import { catalogueOfScope, listingOf, listingOfScope } from './record-lists.ts'
import { type RecordListing, recordPageSql, recordsSql } from './record-pages.ts'

interface Input extends OfCaller {
  readonly now: Date
}

interface Repeated {
  /** Compiled, by what was asked for. */
  readonly statements: Map<string, Statement<Input, unknown>>
  /** Asked for once, the last of them. */
  readonly once: Set<string>
}

// every connection keeps the plans of these, so callers cannot make as many as they like
const mostStatements = 150
const mostRemembered = 1_000

const repeatedOf = new WeakMap<App['config'], Repeated>()

function repeatedFor({ config }: Pick<App, 'config'>): Repeated {
  const known = repeatedOf.get(config) ?? { statements: new Map(), once: new Set() }
  repeatedOf.set(config, known)
  return known
}

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

interface AskedList {
  /** Which list it is; undefined for one whose columns may change. */
  readonly list: string | undefined
  readonly asked: Asked
}

type Reading = Pick<App, 'db' | 'config' | 'clock'>

type Build<Row> = (db: Reader, caller: Principal, context: ListContext) => RawBuilder<Row>

/** The compiled statement, from the second time on; undefined where it is not worth one. */
function findStatement<Row>(
  app: ListContext,
  actor: Actor,
  { list, asked }: AskedList,
  build: Build<Row>,
): Statement<Input, Row> | undefined {
  if (list === undefined || asked.query.after) return undefined
  const { statements, once } = repeatedFor(app)
  const key = `${list} ${JSON.stringify(asked)} ${callerShapeKey(actor)}`
  const known = statements.get(key) as Statement<Input, Row> | undefined
  if (known) return known
  if (!once.delete(key) || statements.size >= mostStatements) {
    once.add(key)
    if (once.size > mostRemembered) once.delete(once.values().next().value as string)
    return undefined
  }
  const clock = { ...app.clock, now: () => placeholder((input: Input) => input.now) }
  const compiled = compileStatement<Input, Row>((db) =>
    build(db, callerPlaceholder(actor), { config: app.config, clock }),
  )
  statements.set(key, compiled)
  return compiled
}

interface AskedOfVisible extends Asked {
  readonly count: boolean
  /** Where it shows more than the columns that all records of the kind have. */
  readonly listing: RecordListing | undefined
}

/** A page of the records that the caller sees, and how many these are if requested. */
export async function pageOfVisible<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: Reading,
  actor: Actor,
  { count, listing, query, columns }: AskedOfVisible,
): Promise<{ readonly rows: readonly ListedRow[]; readonly total?: number }> {
  const { isOwn, rest } = ownPartOf(query.filter, actor)
  const asked = { query: { ...query, filter: rest }, columns }
  const build: Build<ListedRow> = (db, caller, context) => {
    const scope = isOwn ? recordsInScope(kind, db, caller, 'Personal') : allVisible(kind, db, caller)
    const list = listing ?? listingOf(kind, context, caller)
    return (count ? recordPageSql : recordsSql)(caller, scope, list, asked)
  }
  const list = `${kind.kind} ${count} ${isOwn ? 'own' : ''}`
  const rows = await runRepeated(app, actor, { list: listing ? undefined : list, asked }, build)
  return count ? pageOf(rows as readonly RowWithTotal[]) : { rows }
}

/** A page of a scope with the objects of its records, which the database makes: see `objectsOf`. */
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
  const list = `${kind.kind} ${scope} ${Object.keys(shape).join()}`
  const rows = await runRepeated(app, actor, { list, asked }, (db, caller, context) => {
    const catalogue = catalogueOfScope(kind, kind.list.columns(context, caller), { scope })
    const listing = withObjects(listingOfScope(kind, caller, { scope, catalogue }), shape)
    return recordPageSql(caller, recordsInScope(kind, db, caller, scope), listing, asked)
  })
  const page = pageOf(rows)
  return { objects: page.rows.map((row) => String(row['object'])), total: page.total }
}

/** The list with the object of each row as JSON in the column `object`. */
function withObjects(listing: RecordListing, shape: JsonShape): RecordListing {
  const { catalogue, join = sql`` } = listing
  const object = jsonObject(shape, catalogue)
  return {
    ...listing,
    catalogue: {
      ...catalogue,
      object: { kind: 'text', nullable: false, sql: sql`${object.sql}::text` },
    },
    join: sql`${join} ${joinSql(object.joins)}`,
  }
}

async function runRepeated<Row>(
  app: Reading,
  actor: Actor,
  asked: AskedList,
  build: Build<Row>,
): Promise<readonly Row[]> {
  const repeated = findStatement(app, actor, asked, build)
  if (repeated) return repeated.run(app.db, { caller: actor, now: app.clock.now() })
  return (await build(app.db, actor, app).execute(app.db)).rows
}
