// Billing guidelines: what the organisation that pays expects of invoices. Terms, and what a rule is.
//
// guideline   a version of the rules for the organisation, for one law firm or for one matter
// rule        one expectation, such as the hours that somebody may bill for a day; rules/ has one family in each file
// setting     a number or list that a rule is adjusted by
// severity    what follows when a rule finds something: Tell, Flag, Reduce, Reject
// finding     what a rule has found in an invoice, on one line or on the whole
// flag        a finding that is kept, with the version and the settings that applied
// excess      what a reduction would take off the line, without tax
import type { AgreedFee } from '../arrangements/agreed-fees.ts'
import type { VolumeBefore } from '../arrangements/fees-of-year.ts'
import type { ReductionReason } from '../review/line-decisions.ts'
import type { StoredLine } from '../stored-lines.ts'

/**
 * Tell: the firm is told before it posts. Flag: the reviewer is shown it. Reduce: the line is reduced by the excess,
 * unless the reviewer undoes that. Reject: the invoice cannot be posted.
 */
export const severities = ['Tell', 'Flag', 'Reduce', 'Reject'] as const
export type Severity = (typeof severities)[number]

/** The most that may be billed for an expense code. */
export interface CodeLimit {
  readonly code: string
  /** Without tax. */
  readonly most: number
}

export type SettingValue = number | readonly string[] | readonly CodeLimit[]
export type Settings = Readonly<Record<string, SettingValue>>

/** How a rule can be adjusted. Numbers have two decimal places at most. */
export type Setting =
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly default: number }
  /** UTBMS codes; `L1` stands for all that begin so. */
  | { readonly kind: 'codes'; readonly default: readonly string[] }
  /** Words and phrases, in any case. */
  | { readonly kind: 'phrases'; readonly default: readonly string[] }
  | { readonly kind: 'limits'; readonly default: readonly CodeLimit[] }

/** A line with what several rules need of it, worked out once. */
export interface GuidedLine
  extends Pick<
    StoredLine,
    | 'number'
    | 'kind'
    | 'workDate'
    | 'description'
    | 'quantity'
    | 'unitPrice'
    | 'amount'
    | 'tax'
    | 'timekeeper'
    | 'timekeeperNumber'
    | 'timekeeperClass'
    | 'taskCode'
    | 'activityCode'
    | 'expenseCode'
  > {
  /** Who did the work, for comparisons; null where the line does not say. */
  readonly who: string | null
  /** In ten-thousandths, so that sums are exact. */
  readonly hours: number
  /** The words of the description, in lower case. */
  readonly words: readonly string[]
}

export interface GuidedInvoice {
  readonly currency: string
  readonly digits: number
  /** Days, `2026-05-06`. */
  readonly invoiceDate: string
  readonly periodEnd: string | null
  /** Whether a file, such as a scan with the receipts, is attached. */
  readonly hasFile: boolean
  readonly lines: readonly GuidedLine[]
}

/** A line of an invoice that was posted before, by the same firm. */
export interface EarlierLine {
  /** Null where it is on another matter, which the reviewer may not see. */
  readonly invoiceNumber: string | null
  readonly words: readonly string[]
}

/** What is known beyond the invoice. */
export interface GuidelineContext {
  /** The day on which the invoice is posted. */
  readonly today: string
  readonly matter: { readonly openedOn: string; readonly closedOn: string | null }
  /** The hours that somebody has billed for a day on other invoices of the organisation, in ten-thousandths. */
  readonly hoursElsewhere: (who: string, day: string) => number
  /** The lines of other invoices of somebody, for a day and as many hours. */
  readonly linesElsewhere: (who: string, day: string, hours: number) => readonly EarlierLine[]
  /** What is agreed with the firm for the matter in the invoice's currency, beside other invoices. */
  readonly agreedFees: readonly AgreedFee[]
  /** The discount by volume that is agreed with the firm in the currency, with the fees of the year before. */
  readonly volume: VolumeBefore | undefined
  /** What the matter's budget leaves for this invoice, in its currency; undefined without a budget or a rate. */
  readonly available: string | undefined
  /** The rates agreed with the firm by the numbers of the lines; none where nothing is agreed, or a fee as a whole. */
  readonly agreedRates: ReadonlyMap<number, string>
  /** Whether any rate is agreed with the firm in the currency of the invoice. */
  readonly hasAgreedRates: boolean
}

/** What a rule says of one line. */
export interface Found {
  /** For the reviewer, with the numbers. */
  readonly why: string
  /** Decimal text; null where nothing can be said. */
  readonly excess: string | null
}

export interface Finding extends Found {
  /** Null: the whole invoice. */
  readonly line: number | null
}

interface AnyRule {
  readonly name: string
  readonly settings: Readonly<Record<string, Setting>>
  readonly severities: readonly Severity[]
  readonly severity: Severity
  /** The reason of decisions that follow. */
  readonly reason: ReductionReason
  /** What the firm is told unless the organisation words it. It mentions no setting. */
  readonly firmText: string
  /** Whether nothing of it is ever shown to firms. */
  readonly isHidden?: boolean
}

/**
 * Looks at one line after the other, or at all of them together: then it yields its findings, and undefined where other
 * requests may have their turn.
 */
export type GuidelineRule = AnyRule &
  (
    | { readonly ofLine: (line: GuidedLine, settings: Settings, on: OnInvoice) => Found | undefined }
    | { readonly ofInvoice: (settings: Settings, on: OnInvoice) => Iterable<Finding | undefined> }
  )

export interface OnInvoice {
  readonly invoice: GuidedInvoice
  readonly context: GuidelineContext
}

/** The severities of rules that have no single line to reduce. */
export const ofWholeInvoice = ['Tell', 'Flag', 'Reject'] as const satisfies readonly Severity[]
