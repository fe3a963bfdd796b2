// What a cost centre or a legal entity is called.
import type { CostReference } from './allocation-calls.ts'
import { allocationTexts as texts } from './texts.ts'

/** `4100 Litigation`. */
export function labelOfCost({ code, name, active }: CostReference): string {
  const label = [code, name].filter(Boolean).join(' ')
  return active === false ? texts.inactive(label) : label
}
