// The values in a history as a person reads them; amounts of money with their currency.
import { useQuery } from '@tanstack/react-query'
import { kindOf } from '../../../forms/field-kind.ts'
import { fieldsOf, formParts } from '../../../forms/form-parts.ts'
import { useReading } from '../../../forms/use-reading.ts'
import type { Format } from '../../../lib/format.ts'
import { repeatOf } from '../../../lib/recurrence.ts'
import type { HistoryItem } from '../record-calls.ts'
import { invoicesQuery } from '../record-invoices.ts'
import type { RecordKind } from '../record-kind.ts'
import { overviewQuery, type RecordRef } from '../records.ts'
import { stateName } from '../state/states.ts'
import { historyTexts as texts } from './texts.ts'

/** Writes a value of an entry's change. */
export type ChangeText = (item: HistoryItem, property: string, value: unknown) => string

/** How the values of this record's history are written. */
export function useChangeText(target: RecordRef, items: readonly HistoryItem[]): ChangeText {
  const { format, currency } = useReading()
  const { data: overview } = useQuery({ ...overviewQuery(target), staleTime: Infinity })
  const billed = target.kind.hasInvoices && items.some(({ resource }) => resource?.type === 'invoice')
  const { data: invoices } = useQuery({ ...invoicesQuery(target), enabled: billed })
  const ofMoney = new Set(
    fieldsOf(formParts(overview?.form.parts)).flatMap((field) =>
      kindOf(field) === 'money' ? [`fields/${field.id}`] : [],
    ),
  )
  const currencyOf = ({ action, resource }: HistoryItem, property: string) => {
    if (property === 'approvedFees') return invoices?.find(({ id }) => id === resource.id)?.currency
    return ofMoney.has(property) || (property === 'value' && action.includes('keydate.'))
      ? currency
      : undefined
  }
  return (item, property, value) => {
    const amount = amountIn(value)
    const unit = amount === undefined ? undefined : currencyOf(item, property)
    return amount !== undefined && unit
      ? format.money(amount, unit)
      : changeText(property, value, { format, kind: target.kind })
  }
}

const amountIn = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    ? value
    : undefined

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

interface Written {
  readonly format: Format
  /** Whose statuses are written; undefined for what is no record. */
  readonly kind: RecordKind | undefined
}

/** A value without regard to its currency. */
export function changeText(property: string, value: unknown, written: Written): string {
  const { format, kind } = written
  if (isNothing(value)) return texts.empty
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return format.number(value)
  if (Array.isArray(value)) return value.map((each) => changeText(property, each, written)).join(', ')
  if (typeof value === 'object' && value !== null) {
    const { name, label } = value as { name?: string; label?: string }
    return name ?? label ?? JSON.stringify(value)
  }
  const text = String(value)
  if (property === 'status' && kind) return stateName(kind, text)
  if (property === 'recurrence') return repeatOf(text)
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d|$)/.test(text) ? format.dateTime(text) : text
}
