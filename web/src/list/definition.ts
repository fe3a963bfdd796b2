// What a noun says of its list: its columns, what it can be filtered by, and the calls. The list itself knows no noun.
import type { ReactNode } from 'react'
import type { Me } from '../components/me-context.ts'
import type { Format } from '../lib/format.ts'
import type { FilterProperty } from './filters/property.ts'

/** What every row has. A row that may not be seen in full has no name. */
export interface Identified {
  readonly id?: number | null
}

export interface PageAsked {
  readonly $filter?: string
  readonly $orderby?: string
  readonly $top?: number
  readonly $skip?: number
  readonly $skiptoken?: string
  readonly $count?: boolean
}

export interface PageOf<Row> {
  readonly items: readonly Row[]
  readonly count?: number
  readonly nextLink?: string
}

export interface ListColumn<Row> {
  /** As saved views and exports call it: `Owner/LastName`. */
  readonly path: string
  readonly label: string
  /** In pixels, until somebody changes it. */
  readonly width: number
  readonly cell: (row: Row) => ReactNode
  /** The properties of `$orderby`; absent where the list cannot be sorted by it. */
  readonly sort?: readonly string[]
  /** What `groupBy` of the summary calls it; absent where rows cannot be put together by it. */
  readonly group?: string
  /** What `measure` of the summary calls it, where the sums of groups are of use. */
  readonly measure?: string
  /** The columns of an export, where they are not the path alone. */
  readonly exported?: readonly string[]
  readonly align?: 'end'
}

/** Another way to show what the filter finds. */
interface OtherLayout<Row> {
  readonly layout: Exclude<Layout, 'Table'>
  readonly label: string
  readonly render: (shown: { readonly filter: string; readonly onPeek: (row: Row) => void }) => ReactNode
}

/** A view that every organisation has. */
export interface StandardView {
  readonly id: string
  readonly name: string
  readonly filter: string
  readonly orderBy?: string
  readonly groupBy?: string
  readonly layout?: Layout
}

export type Layout = 'Table' | 'Board' | 'Calendar'

export interface GroupCount {
  readonly value: string | null
  readonly label: string | null
  readonly count: number
  /** Of the measure, for each currency; null is that of the organisation. */
  readonly sums: readonly { readonly currency: string | null; readonly amount: number }[]
}

export interface BulkAsked {
  readonly ids?: number[]
  readonly filter?: string
  readonly change: Readonly<Record<string, unknown>>
  readonly onlyEmpty?: boolean
  readonly checkOnly?: boolean
}

/** What the server answers: what came of it, or the job that will. */
export type BulkAnswer = BulkOutcome | { readonly job: { readonly id: number } }

interface BulkOutcome {
  readonly changed: number
  readonly unchanged: number
  readonly differing: number
  readonly skipped: readonly { readonly id: number; readonly because: string }[]
  /** The job that takes it back; none for a check. */
  readonly jobId: number | null
}

/** The rows that would be changed: by their ids, a thousand at most, or by a filter. */
export interface BulkWhich {
  readonly ids?: readonly number[]
  readonly filter?: string
}

/** A property that many rows can be given at once. */
export interface BulkProperty {
  readonly label: string
  /** How its value is chosen: as in the filter, of the same choices. */
  readonly property: FilterProperty
  /** The merge patch that gives it these values; none take its value away. */
  readonly change: (values: readonly string[]) => Readonly<Record<string, unknown>>
  /** What giving these rows the values would undo for good, as a sentence: shown before. */
  readonly costOf?: (
    values: readonly string[],
    which: readonly BulkWhich[],
    format: Format,
  ) => Promise<string | undefined>
  /** Whether it takes several values. */
  readonly several?: boolean
  /** Whether it may be without a value. */
  readonly clearable?: boolean
  /** Where what is typed may be a value as well: how it is offered. */
  readonly newValue?: (words: string) => string
  /** What its value is called, where "New value" does not say it. */
  readonly valueLabel?: string
  /** A text of several lines, and who reads it. */
  readonly long?: string
  /** What it does, where there is no value to choose. */
  readonly withoutValue?: string
  /** As a button of its own for the rows that are selected. */
  readonly button?: string
}

export interface ListCalls<Row> {
  readonly page: (query: PageAsked, signal: AbortSignal) => Promise<PageOf<Row>>
  readonly groups?: (
    query: { readonly $filter?: string; readonly groupBy: string; readonly measure?: string },
    signal: AbortSignal,
  ) => Promise<{ readonly groups: readonly GroupCount[]; readonly complete: boolean }>
  readonly bulk?: (asked: BulkAsked) => Promise<BulkAnswer>
  /** Whether there are rows that this person does not see. */
  readonly hides?: (signal: AbortSignal) => Promise<boolean>
  /** What is shown of rows beyond what a page has: the same rows with it, read after them. */
  readonly more?: (rows: readonly Row[], signal: AbortSignal) => Promise<readonly Row[]>
}

export interface ListDefinition<Row extends Identified> {
  /** As in the address of the API and in saved views: `matters`. */
  readonly name: string
  /** One of them, and several, within a sentence: `matter`, `matters`. */
  readonly one: string
  readonly several: string
  readonly columns: readonly ListColumn<Row>[]
  /** The columns that are shown until somebody chooses others. */
  readonly usual: readonly string[]
  readonly properties: readonly FilterProperty[]
  /** Whether rows have custom fields, which become columns and properties. */
  readonly fields?: (row: Row) => Readonly<Record<string, unknown>> | null | undefined
  /** The property of fields that says which of them these rows can have: `UsedBy/Matters`. */
  readonly fieldsUsedBy?: string
  /** The first one is where people start. */
  readonly views: readonly StandardView[]
  readonly orderBy: string
  /** The property that the find box looks in. */
  readonly find: string
  readonly calls: ListCalls<Row>
  readonly bulk?: readonly BulkProperty[]
  /** Who is offered to create rows and to change many; everybody unless it says otherwise. */
  readonly mayChange?: (me: Me) => boolean
  /** Why the list may not have all that there are, for those who may expect that; said where `calls.hides` says so. */
  readonly leftOut?: (me: Me) => string | undefined
  /** The address of a row's own page; undefined where it has none. */
  readonly href: (row: Row) => string | undefined
  readonly title: (row: Row) => string
  /** What a narrow screen shows of a row below its title. */
  readonly card: (row: Row) => {
    readonly badge?: ReactNode
    readonly lines: readonly ReactNode[]
    /** What can be done with it, beside the lines. */
    readonly actions?: ReactNode
  }
  /** What the panel beside the list shows. */
  readonly peek: (row: Row) => ReactNode
  /** Other ways to show the same rows. */
  readonly layouts?: readonly OtherLayout<Row>[]
  /** What to do first where there is nothing at all. */
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
}
