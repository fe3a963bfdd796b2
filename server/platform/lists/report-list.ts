// A list that reports are made of: its rows, what it can be reported by, and reports of it that are ready.
import type { RawBuilder } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Reader } from '../postgres/database.ts'
import type { FigureBase } from './figure-rows.ts'
import type { Catalogue } from './list-query.ts'
import type { Reportable } from './measures.ts'

export interface ReportList {
  /** As in its address: `/v2/<name>`. */
  readonly name: string
  readonly title: string
  readonly reportable: (now: Date) => Reportable
  /** Columns that the list does not have. */
  readonly columns?: Catalogue
  /** SQL: the organisation that a row belongs to. */
  readonly organisation: RawBuilder<number>
  readonly seen: (db: Reader, actor: Actor) => FigureBase
  /** Rows of their organisation that they do not see, where there are figures of those. */
  readonly hidden?: (db: Reader, actor: Actor) => FigureBase
  /** Measures for people of the organisation that owns the rows: firms have no part in them. */
  readonly ownMeasures?: readonly string[]
}

/** A definition as somebody would save it, that everybody finds ready. */
export interface ReadyReport {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly list: string
  readonly filter: string | null
  readonly by: readonly string[]
  readonly measures: readonly string[]
  readonly range: string | null
  readonly order: 'Value' | 'Key'
  readonly top: number
}

/** A ready report of a list; without more, its twenty largest groups. */
export const readyReport = (
  id: string,
  [name, about]: readonly [string, string],
  definition: Pick<ReadyReport, 'list' | 'by' | 'measures'> & Partial<ReadyReport>,
): ReadyReport => ({ filter: null, range: null, order: 'Value', top: 20, ...definition, id, name, about })
