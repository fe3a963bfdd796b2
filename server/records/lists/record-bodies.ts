// Records as the JSON of an answer, made by the database: one statement, compiled once for each shape of caller and
// choice of properties. Concurrent reads of one caller are gathered into one statement.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { callerPlaceholder, callerShapeKey } from '../../platform/caller-shape.ts'
import { notFound } from '../../platform/errors.ts'
import { jsonObject, type JsonShape } from '../../platform/lists/json-shape.ts'
import { withJoins } from '../../platform/lists/joins.ts'
import { type ObjectWriter, objectWriter } from '../../platform/lists/object-writer.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { idsOfKeys } from '../../platform/lists/list-rows.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { coalesceReads } from '../../platform/postgres/coalesced-reads.ts'
import { placeholder, statementFamily } from '../../platform/postgres/statement.ts'
import type { Principal } from '../../platform/subject.ts'
import { visibleTo } from '../access.ts'
import type { ListContext, RecordBase, RecordKind } from '../record-kind.ts'

/** A record as it is answered. */
export interface RecordBody {
  readonly organisationId: number
  readonly version: number
  /** JSON. */
  readonly text: string
}

/** What the columns of a body may depend on. */
export interface BodyContext extends ListContext {
  readonly caller: Principal
  /** SQL: the ids of the records, as an array. */
  readonly ids: RawBuilder<unknown>
  /** SQL: what `noteOf` says of the record. */
  readonly note: RawBuilder<string | null>
}

interface BodyOptions {
  readonly shape: JsonShape
  readonly columns: (context: BodyContext) => Catalogue
  /** A text about each record that is not in the database. */
  readonly noteOf?: (id: number) => Promise<string | null>
}

interface Input {
  readonly caller: Principal
  readonly ids: readonly number[]
  readonly notes: readonly (string | null)[]
  readonly now: Date
}

type Row = RecordBody & { readonly id: number }

/** The objects of the rows of a list. */
export interface ListedObjects {
  /** Which properties they have. */
  readonly key: string
  writerFor(context: ListContext & { readonly caller: Principal }): ObjectWriter
}

/** How to read records in one form. */
export interface RecordBodies {
  /** The record; not_found when the caller does not see it. */
  get(actor: Actor, id: number): Promise<RecordBody>
  /** Those of these records that the caller sees, by id, with some of the properties or all (null). */
  list(
    db: Reader,
    actor: Actor,
    { ids, selected }: { readonly ids: readonly number[]; readonly selected: ReadonlySet<string> | null },
  ): Promise<ReadonlyMap<number, RecordBody>>
  /** The same for a list that is found by keys; without notes. */
  listed(selected: ReadonlySet<string> | null): ListedObjects
}

// most callers of an organisation have a few shapes, and integrations select what they always select
const mostStatements = 200

/** Reads records of the kind in the form of the shape. `selected` names are in lower case. */
export function recordBodies<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  { shape, columns, noteOf }: BodyOptions,
): RecordBodies {
  const statements = statementFamily<Input, Row>(mostStatements)
  const of = (column: string) => sql.ref(`${kind.table}.${column}`)

  const statementFor = (actor: Actor, names: readonly string[]) =>
    statements.get(`${callerShapeKey(actor)} ${names.join()}`, (db) => {
      const caller = callerPlaceholder(actor)
      const given = sql`${placeholder((input: Input) => input.ids)}::bigint[]`
      // as a subselect, the planner does not see how many ids there are: one plan is good for all
      const ids = sql`array(select unnest(${given}))`
      const notes = placeholder((input: Input) => input.notes)
      const note = sql<string | null>`(${notes}::text[])[array_position(${given}, ${of('id')})]`
      const clock = { ...app.clock, now: () => placeholder((input: Input) => input.now) }
      const body = jsonObject(partOf(shape, names), columns({ config: app.config, clock, caller, ids, note }))
      return withJoins(visibleTo(kind, db, caller), body.joins)
        .where(sql<boolean>`${of('id')} = any(${ids})`)
        .select([
          sql<number>`${of('organisation_id')}`.as('organisationId'),
          sql<number>`${of('id')}`.as('id'),
          sql<number>`${of('version')}`.as('version'),
          sql<string>`${body.sql}::text`.as('text'),
        ])
    })

  const all = Object.keys(shape)
  const namesIn = (selected: ReadonlySet<string> | null) =>
    selected ? all.filter((name) => selected.has(name.toLowerCase())) : all

  async function read(db: Reader, caller: Actor, ids: readonly number[], names = all) {
    const notes = noteOf ? await Promise.all(ids.map(noteOf)) : []
    const input = { caller, ids, notes, now: app.clock.now() }
    const rows = await statementFor(caller, names).run(db, input)
    return new Map(rows.map((row) => [row.id, row]))
  }

  const reads = coalesceReads<Actor, Row>((caller, ids) => read(app.db, caller, ids))

  return {
    async get(actor, id) {
      const found = await reads.find(keyOf(actor), actor, id)
      if (!found) throw notFound()
      return found
    },
    list(db, actor, { ids, selected }) {
      return ids.length === 0 ? Promise.resolve(new Map()) : read(db, actor, ids, namesIn(selected))
    },
    listed(selected) {
      const names = namesIn(selected)
      const given = { ids: idsOfKeys, note: sql<null>`null::text` }
      const writerFor: ListedObjects['writerFor'] = (context) =>
        objectWriter(partOf(shape, names), columns({ ...context, ...given }))
      return { key: names.join(), writerFor }
    },
  }
}

const partOf = (shape: JsonShape, names: readonly string[]): JsonShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)))

/** The same for callers with the same rights only. */
const keyOf = (caller: Principal): string =>
  `${caller.userId} ${callerShapeKey(caller)} ${caller.organisationId} ${caller.organisationIds.join()} ${caller.teamIds.join()}`
