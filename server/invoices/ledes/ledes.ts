// Invoices as files of the legal trade's own standards: what is read from them, and what is wrong with them.
//
// LEDES        the standards of invoices between law firms and their clients: 1998B and 98BI V2 are rows of text, XML 2.1 is XML
// row          a line of the file, from 1; of XML the line in which an element begins
// place        a row and a column in it, and the name of the field or the path of the element there
// problem      what is wrong at a place, in words for the person who made the file
// units, rate  hours or pieces, and what one of them costs
// adjustment   an amount added to units x rate, below zero for a discount; on a line of its own it is one of the whole invoice
// net          a line or an invoice without tax

export const ledesFormats = ['LEDES1998B', 'LEDES98BI V2', 'LEDES XML 2.1'] as const
export type LedesFormat = (typeof ledesFormats)[number]

export interface Place {
  readonly row: number
  /** The column of the row, from 1: that of the table, or of XML where in its line the element begins. */
  readonly column: number
  /** `INVOICE_DATE`, or `/ledesxml/firm/client/invoice[2]/inv_date`. */
  readonly field: string
}

export interface LedesProblem extends Place {
  readonly message: string
}

/** A text with the place where it stands. */
export interface Cell {
  readonly text: string
  readonly at: Place
}

/** An amount as it is stated in the file, which is to be what follows from the rest. */
export interface Stated {
  readonly amount: string
  readonly at: Place
}

/** What could not be read is undefined, and a problem tells of it; null is nothing where nothing need be. */
export interface LedesLine {
  readonly at: Place
  readonly kind: 'Fee' | 'Disbursement' | undefined
  readonly date: string | null | undefined
  readonly description: string | undefined
  readonly units: string | undefined
  readonly rate: string | undefined
  readonly adjustment: string | undefined
  /** With tax where the format has it so (`taxIncluded`). */
  readonly total: Stated | undefined
  readonly taxIncluded: boolean
  /** A fraction, `0.15`. */
  readonly taxRate: string | undefined
  readonly tax: Stated | undefined
  readonly taskCode: string | null
  readonly activityCode: string | null
  readonly expenseCode: string | null
  readonly timekeeperId: string | null
  readonly timekeeper: string | null
  readonly timekeeperLevel: string | null
}

export interface LedesInvoice {
  /** Where the invoice begins. */
  readonly at: Place
  readonly number: Cell
  readonly clientMatterId: Cell
  readonly firmMatterId: Cell
  readonly date: string | undefined
  readonly dueDate: string | null
  readonly period: { readonly start: string; readonly end: string } | undefined
  readonly description: string | null
  readonly purchaseOrder: string | null
  /** Null where the format has none: then it is that of who pays. */
  readonly currency: string | null
  readonly total: Stated | undefined
  /** Only where the format states them. */
  readonly netTotal?: Stated | undefined
  readonly taxTotal?: Stated | undefined
  readonly lines: readonly LedesLine[]
}

export interface LedesFile {
  readonly format: LedesFormat | null
  readonly invoices: readonly LedesInvoice[]
  readonly problems: readonly LedesProblem[]
}

/** Collects problems; after so many it only counts, because nobody reads more. */
export interface Problems {
  readonly all: readonly LedesProblem[]
  note(at: Place, message: string): void
}

const mostProblems = 1_000

/** As column: of a cell whose whole column is missing, which is told once, at the names of the columns. */
export const nowhere = 0

/** A list of problems that begins empty. */
export function noProblems(): Problems {
  const all: LedesProblem[] = []
  return {
    all,
    note(at, message) {
      if (at.column !== nowhere && all.length < mostProblems) all.push({ ...at, message })
    },
  }
}
