// The states of contracts: their words, in the order of a contract's life, and how they look.
import { StateCell, type Tint } from '../../list/cells/state-cell.tsx'
import type { Choice } from '../../list/filters/property.ts'

const states: readonly (Choice & { readonly tint: Tint })[] = [
  { value: 'Draft', label: 'Draft', tint: 'draft' },
  { value: 'Negotiating', label: 'Negotiating', tint: 'talking' },
  { value: 'Approval', label: 'Approval', tint: 'waiting' },
  { value: 'Signing', label: 'Signing', tint: 'signing' },
  { value: 'Executed', label: 'Executed', tint: 'good' },
  { value: 'Expired', label: 'Expired', tint: 'late' },
  { value: 'Void', label: 'Void', tint: 'draft' },
]

/** The states of contracts as choices. */
export const contractChoices: readonly Choice[] = states

/** The state of a contract as word, sign and tint. */
export function ContractState({ status }: { status: string | null | undefined }) {
  const state = states.find(({ value }) => value === status)
  return state ? <StateCell tint={state.tint}>{state.label}</StateCell> : null
}
