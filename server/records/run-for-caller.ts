// Statements about one record, compiled once for each shape of caller.
import type { Compilable } from 'kysely'
import { callerPlaceholder, callerShapeKey, type OfCaller } from '../platform/caller-shape.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Selected } from '../platform/postgres/prepared.ts'
import { placeholder, statementFamily } from '../platform/postgres/statement.ts'
import type { Principal } from '../platform/subject.ts'
import type { Involvement } from './rights/involvement.ts'

export type Row = Readonly<Record<string, unknown>>

/** Columns to be read with a record, over its row: for the caller and the moment of a change. */
export interface Related {
  readonly name: string
  readonly columns: (caller: Principal, now: Date) => Selected
}

/** A record with what the caller is to it, and what else was read of its row. */
export interface Involved<R> {
  readonly record: R
  readonly involvement: Involvement
  readonly related: Row
}

interface Wanted {
  readonly id: number
  /** The moment of a change. */
  readonly now?: Date
}

const statements = statementFamily<OfCaller & Wanted, Row>(800)

/**
 * Runs the statement of this purpose, whose text must depend on nothing but the purpose and the shape of the caller.
 */
export const runForCaller = (
  purpose: string,
  { db, actor }: { readonly db: Reader; readonly actor: Principal },
  wanted: Wanted,
  build: (db: Reader, caller: Principal, wanted: Required<Wanted>) => Compilable<Row>,
): Promise<readonly Row[]> =>
  statements
    .get(`${purpose} ${callerShapeKey(actor)}`, (builder) => {
      const id = placeholder((input: Wanted) => input.id)
      const now = placeholder((input: Wanted) => input.now as Date)
      return build(builder, callerPlaceholder(actor), { id, now })
    })
    .run(db, { caller: actor, ...wanted })
