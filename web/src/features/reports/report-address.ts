// A report in an address: the parts of its definition as the API takes them, and where it comes from.
import { reportSearchNames } from './report-search-names.ts'
import type { Sent } from '../../lib/calls.ts'

/** The parts of a definition, as the API takes them; absent for what it decides by itself. */
export interface ReportParts {
  readonly list: string
  readonly by?: string | undefined
  readonly measures: string
  readonly filter?: string | undefined
  readonly range?: string | undefined
  readonly compare?: string | undefined
  readonly order?: string | undefined
  readonly chart?: string | undefined
  readonly top?: string | undefined
  /** `true`, or absent. */
  readonly ownCurrency?: string | undefined
  readonly asOf?: string | undefined
}

export type ReportSearch = { readonly [Name in (typeof reportSearchNames)[number]]?: string | undefined }

interface Definition {
  readonly list: string
  readonly filter?: string | null | undefined
  readonly by: readonly string[]
  readonly measures: readonly string[]
  readonly range?: string | null | undefined
  readonly compare?: string | null | undefined
  readonly order: string
  readonly chart?: string | undefined
  readonly top: number
  readonly ownCurrency?: boolean | undefined
}

/** The address of a definition, as a link takes it. */
export const searchOf = (
  { list, filter, by, measures, range, compare, order, chart, top, ownCurrency = false }: Definition,
  from: { readonly ready?: string; readonly saved?: string } = {},
): ReportSearch => ({
  list,
  by: by.join(',') || undefined,
  measures: measures.join(','),
  filter: filter ?? undefined,
  range: range ?? undefined,
  compare: compare ?? undefined,
  order,
  chart: chart === 'First' ? undefined : chart,
  top: String(top),
  ownCurrency: ownCurrency ? 'true' : undefined,
  ...from,
})

/** What the address of a report says: the router has its text as well. */
export const searchIn = (given: ReportSearch): ReportSearch =>
  Object.fromEntries(reportSearchNames.map((name) => [name, given[name]]))

/** The parts in an address; those that are empty are left out. */
export function partsOf({ ready: _ready, saved: _saved, ...given }: ReportSearch): ReportParts {
  const parts = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
  return { list: 'invoices', measures: 'approved', ...Object.fromEntries(parts) }
}

type Kept = Sent<'/v2/reports', 'post'>

/** What is sent to keep a report: its parts as the API stores them. */
export function bodyOf(parts: ReportParts) {
  const { list, by = '', measures, filter, range, compare, order, chart, top, ownCurrency } = parts
  const compared: Kept['compare'] = compare === 'LastYear' ? compare : null
  const sorted: Kept['order'] = order === 'Value' || order === 'Key' ? order : undefined
  const drawn: Kept['chart'] = chart === 'Grouped' || chart === 'Stacked' ? chart : 'First'
  return {
    // the server says which lists there are, and refuses others
    list: list as Kept['list'],
    by: by === '' ? [] : by.split(','),
    measures: measures.split(','),
    filter: filter ?? null,
    range: range ?? null,
    ownCurrency: ownCurrency === 'true',
    compare: compared,
    chart: drawn,
    ...(sorted === undefined ? {} : { order: sorted }),
    ...(top === undefined ? {} : { top: Number(top) }),
  }
}

/** Whether a range has a first and a last day, so that it can be compared with the year before. */
export function canCompare(range: string | undefined): boolean {
  const [, days = ''] = (range ?? '').split('/')
  if (!days.includes('..')) return days !== ''
  return days.split('..').every((day) => day !== '')
}

/** A dimension with the unit of its days: `invoiceDate/Month`, `fields/region`, `fields/signed/Year`. */
export function keyIn(written: string): { readonly dimension: string; readonly unit: string | undefined } {
  const parts = written.split('/')
  const length = parts[0] === 'fields' ? 2 : 1
  return { dimension: parts.slice(0, length).join('/'), unit: parts[length] }
}
