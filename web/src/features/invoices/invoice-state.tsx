// The states of invoices: their words, and how they look.
import { StateCell, type Tint } from '../../list/cells/state-cell.tsx'
import type { Choice } from '../../list/filters/property.ts'

const states: readonly (Choice & { readonly tint: Tint })[] = [
  { value: 'Draft', label: 'Draft', tint: 'draft' },
  { value: 'Posted', label: 'Posted', tint: 'talking' },
  { value: 'InReview', label: 'In review', tint: 'waiting' },
  { value: 'Approved', label: 'Approved', tint: 'good' },
  { value: 'Declined', label: 'Declined', tint: 'late' },
  { value: 'Paid', label: 'Paid', tint: 'good' },
  { value: 'Void', label: 'Void', tint: 'draft' },
]

/** The states of invoices as choices. */
export const invoiceChoices: readonly Choice[] = states

/** The state of an invoice as word, sign and tint. */
export function InvoiceState({ status }: { status: string | null | undefined }) {
  const state = states.find(({ value }) => value === status)
  return state ? <StateCell tint={state.tint}>{state.label}</StateCell> : null
}
