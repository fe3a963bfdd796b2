// A list that reports are made of: its rows, what it can be reported by, and reports of it that are ready.
import type { RawBuilder } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Reader } from '../postgres/database.ts'
import type { FiscalShift } from '../time/fiscal-calendar.ts'
import type { FigureBase } from './figure-rows.ts'
import type { Catalogue } from './list-query.ts'
import type { Reportable } from './measures.ts'

/** The day on which rows are read. */
export interface ReadOn {
  readonly now: Date
  readonly today: string
  readonly timeZone: string
  readonly shift: FiscalShift
  /** Whether it is a day that has passed. */
  readonly isPast: boolean
}

export interface ReportList {
  /** As in its address, unless it is `of` another list: `/v2/<name>`. */
  readonly name: string
  readonly title: string
  /** The list that its filter is of and that its groups open, where it is of some of its rows: `/v2/<of>`. */
  readonly of?: string
  /** The $filter of that list that finds its rows; null where none does. */
  readonly rows?: string | null
  readonly reportable: (now: Date) => Reportable
  /** Columns that the list does not have. */
  readonly columns?: Catalogue
  /** SQL: the organisation that a row belongs to. */
  readonly organisation: RawBuilder<number>
  readonly seen: (db: Reader, actor: Actor, on: ReadOn) => FigureBase
  /** Rows of their organisation that they do not see, where there are figures of those. */
  readonly hidden?: (db: Reader, actor: Actor, on: ReadOn) => FigureBase
  /** Whether its rows are those of the day on which it is read; of others, those are left out that are newer. */
  readonly isAsOf?: true
  /** Its figures in the currency of the reader's organisation, where they can be. */
  readonly inOwnCurrency?: (
    db: Reader,
    actor: Actor,
    asked: { readonly now: Date; readonly measures: readonly string[] },
  ) => Promise<InOwnCurrency>
  /** Who has a part in it; absent for everybody. */
  readonly isFor?: (actor: Actor) => boolean
  /** Measures for people of the organisation that owns the rows: firms have no part in them. */
  readonly ownMeasures?: readonly string[]
}

/** The rows of a list with what they come to in one currency. */
export interface InOwnCurrency extends Pick<ReportList, 'seen' | 'hidden'> {
  readonly currency: string
  readonly measures: Reportable['measures']
  /** SQL: the currency of a row, and what is counted where its rate is missing. */
  readonly billedIn: RawBuilder<string>
  readonly counted: RawBuilder<number>
  /** The list that has those whose rate is missing, and its filter for a currency. */
  readonly missingIn: string
  readonly missingFilter: (currency: string) => string
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
  readonly compare: 'LastYear' | null
  readonly order: 'Value' | 'Key'
  readonly chart: 'First' | 'Grouped' | 'Stacked'
  readonly top: number
  readonly ownCurrency: boolean
}

/** A ready report of a list; without more, its twenty largest groups. */
export const readyReport = (
  id: string,
  [name, about]: readonly [string, string],
  definition: Pick<ReadyReport, 'list' | 'by' | 'measures'> & Partial<ReadyReport>,
): ReadyReport => ({
  filter: null,
  range: null,
  compare: null,
  order: 'Value',
  chart: 'First',
  top: 20,
  ownCurrency: false,
  ...definition,
  id,
  name,
  about,
})
