// How the person writes numbers, for whatever reads them.
import { useFormat } from '../../components/format-context.ts'
import { separatorsOf } from '../../lib/number-separators.ts'
import type { AmountWriting } from '../../lib/written-amount.ts'

/** The separators of the person, and numbers shown with them. */
export function useWriting(): AmountWriting {
  const format = useFormat()
  return { ...separatorsOf(format), show: format.number }
}
