// What the rows of an import become: a kind says which properties its rows can have, how one of them is made by the
// operations that everybody uses, and how it is removed again.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { FeatureCode } from '../identity/features/feature.ts'
import type { Lookups } from './work/lookups.ts'
import type { Row, WarningChoice } from './work/row.ts'
import type { EventsOn } from './work/touched.ts'

/** How the texts of a property are read. */
export type PropertyType =
  | 'text'
  | 'day'
  | 'number'
  | 'truth'
  | 'person'
  | 'people'
  | 'choice'
  | 'choices'
  | 'name'
  | 'file'
  | 'files'

export interface ImportProperty {
  /** `owner`, `fields.court`. */
  readonly name: string
  /** As people call it. */
  readonly label: string
  /** Other headings that mean it. */
  readonly also: readonly string[]
  readonly type: PropertyType
  /** Whether a row without it is wrong, whatever its other properties are. */
  readonly required: boolean
  readonly help: string
  /** The words of a choice. */
  readonly choices?: readonly string[]
}

/** What makes one row. */
export interface Making {
  readonly app: App
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
  /** Of the organisation. */
  readonly timeZone: string
  readonly lookups: Lookups
  /** What becomes of a row with warnings. */
  readonly warnings: WarningChoice
  /** Whether it is taken back: what another row of the table is to make is not there yet. */
  readonly isCheck: boolean
}

export interface Made {
  readonly id: number | string
  readonly events: readonly DomainEvent[]
}

/** What is read before there are rows: the properties depend on the fields of the organisation. */
export type ReadProperties = (db: Reader, actor: Actor) => Promise<readonly ImportProperty[]>

/** What a row names another by: a text, and where that counts only within something, the text that names this. */
export interface ParentKey {
  readonly text: string
  readonly within: string | undefined
  /** How many rows are called so. */
  readonly called: number
}

export interface RowKeys {
  /** The property by which other rows name a row. */
  readonly own: string
  /** The property by which rows name one that has no such text, if only one is called so. */
  readonly name?: string
  /** The property that says what these texts count within: several rows may then have the same one. */
  readonly within?: string
  readonly parent?: {
    /** The property by which a row names another. */
    readonly property: string
    /** What the text must be, after "must be". */
    readonly wanted: string
    /** Which of the keys, which are the own ones of no row, name nothing or several things, in rows or here already. */
    readonly lost: (
      db: Reader,
      actor: Pick<Actor, 'organisationId'>,
      keys: readonly ParentKey[],
    ) => Promise<ReadonlySet<number>>
  }
}

export interface ImportKind {
  /** In addresses and on the wire. */
  readonly name: string
  readonly label: string
  /** Features that must be on. */
  readonly features: readonly FeatureCode[]
  readonly properties: ReadProperties
  /** Properties that no two rows may have the same of, besides the one that others name a row by. */
  readonly once?: readonly string[]
  /** The names of the properties for the inputs that operations complain about. */
  readonly inputNames: ReadonlyMap<string, string>
  /** How rows of the same table name one another; rows of other kinds do not. */
  readonly keys?: RowKeys
  /**
   * The property with the record that a row belongs to, the group of those who may change every such record, and the
   * table of what is made.
   */
  readonly partOf?: { readonly property: string; readonly group: string; readonly table: string }
  /** Makes what the row says. Throws WrongRow, or what the operation throws. */
  readonly make: (making: Making, row: Row) => Promise<Made>
  /** Which events are about what was made; undefined where `remove` knows itself what somebody has touched. */
  readonly eventsOn?: EventsOn
  /** Removes what was made. Throws conflict for what has to stay. */
  readonly remove: (app: App, actor: Actor, id: string) => Promise<void>
}
