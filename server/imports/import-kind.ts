// What the rows of an import become: a kind says which properties its rows can have, how one of them is made by the
// operations that everybody uses, and how it is removed again.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { FeatureCode } from '../identity/features/feature.ts'
import type { Lookups } from './work/lookups.ts'
import type { Row } from './work/row.ts'

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
  /** Whether it is taken back: what another row of the table is to make is not there yet. */
  readonly isCheck: boolean
}

export interface Made {
  readonly id: number | string
  readonly events: readonly DomainEvent[]
}

/** What is read before there are rows: the properties depend on the fields of the organisation. */
export type ReadProperties = (db: Reader, actor: Actor) => Promise<readonly ImportProperty[]>

export interface ImportKind {
  /** In addresses and on the wire. */
  readonly name: string
  readonly label: string
  /** Features that must be on. */
  readonly features: readonly FeatureCode[]
  readonly properties: ReadProperties
  /** The names of the properties for the inputs that operations complain about. */
  readonly inputNames: ReadonlyMap<string, string>
  /**
   * The property by which other rows of the same table name a row; the one by which a row names another, and the table
   * of the database with those that are here already.
   */
  readonly keys?: {
    readonly own: string
    readonly parent?: { readonly property: string; readonly table: string }
  }
  /** Makes what the row says. Throws WrongRow, or what the operation throws. */
  readonly make: (making: Making, row: Row) => Promise<Made>
  /** Removes what was made. Throws conflict where somebody has touched it since. */
  readonly remove: (app: App, actor: Actor, id: string) => Promise<void>
}
