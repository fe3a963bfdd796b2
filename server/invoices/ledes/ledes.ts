// Invoices as files in the standard formats of the legal industry: what is read from them, and the problems found.
//
// LEDES        the standards for invoices between law firms and clients: 1998B and 98BI V2 are tables of text, XML 2.0
// and 2.1 are XML
// row          a line of the file, from 1; in XML the line in which an element begins
// place        a row and a column in it, with the name of the field or the path of the element
// problem      what is wrong at a place, worded for the person who made the file
// units, rate  hours or pieces, and the price of one of them
// adjustment   an amount added to units x rate, negative for a discount; on a line of its own it applies to the whole
// invoice
// net          a line or an invoice without tax

const ledesFormats = ['LEDES1998B', 'LEDES98BI V2', 'LEDES XML 2.0', 'LEDES XML 2.1'] as const
export type LedesFormat = (typeof ledesFormats)[number]

/** Those that are XML. */
export type LedesXml = Extract<LedesFormat, `LEDES XML ${string}`>

/** Whether a file of the format is XML. */
export const isXml = (format: LedesFormat | null): format is LedesXml =>
  format === 'LEDES XML 2.0' || format === 'LEDES XML 2.1'

export interface Place {
  readonly row: number
  /** The column in the row, from 1: in a table its position, in XML where the element begins in the line. */
  readonly column: number
  /** `INVOICE_DATE`, or `/ledesxml/firm/client/invoice[2]/inv_date`. */
  readonly field: string
}

export interface LedesProblem extends Place {
  readonly message: string
  /** What the cell could say instead. */
  readonly proposed?: string
}

/** A text and where it is in the file. */
export interface Cell {
  readonly text: string
  readonly at: Place
}

/** An amount stated in the file, which must equal the computed one. */
export interface Stated {
  readonly amount: string
  readonly at: Place
}

/** Undefined: could not be read, and there is a problem for it. Null: empty where that is allowed. */
export interface LedesLine {
  readonly at: Place
  readonly kind: 'Fee' | 'Disbursement' | undefined
  readonly date: string | null | undefined
  readonly description: string | undefined
  readonly units: string | undefined
  readonly rate: string | undefined
  readonly adjustment: string | undefined
  /** With tax if the format defines it so (`taxIncluded`). */
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
  /** Null if the format has none: then it is the currency of the payer. */
  readonly currency: string | null
  /** Of the law firm, two letters, where the format has it. */
  readonly firmCountry?: string
  readonly total: Stated | undefined
  /** Only if the format states them. */
  readonly netTotal?: Stated | undefined
  readonly taxTotal?: Stated | undefined
  readonly lines: readonly LedesLine[]
}

export interface LedesFile {
  readonly format: LedesFormat | null
  readonly invoices: readonly LedesInvoice[]
  readonly problems: readonly LedesProblem[]
}

/** Collects problems. Beyond a limit it only counts them, because nobody reads more. */
export interface Problems {
  readonly all: readonly LedesProblem[]
  add(at: Place, message: string, proposed?: string): void
}

const mostProblems = 1_000
const longestProposed = 200

/** As column: a cell whose whole column is missing, which is reported once, at the column names. */
export const missingColumn = 0

/** An empty list of problems. */
export function createProblems(): Problems {
  const all: LedesProblem[] = []
  return {
    all,
    add(at, message, proposed) {
      if (at.column === missingColumn || all.length >= mostProblems) return
      const isShort = proposed !== undefined && proposed.length <= longestProposed
      all.push({ ...at, message, ...(isShort ? { proposed } : {}) })
    },
  }
}
