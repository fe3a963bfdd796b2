// Opening what a row stands for.
import { useNavigate } from '@tanstack/react-router'
import type { Identified, ListDefinition } from './definition.ts'

/** Opens the page of a row; false where it has none. */
export function useOpen<Row extends Identified>({ href }: ListDefinition<Row>) {
  const navigate = useNavigate()
  return (row: Row, inNewTab: boolean): boolean => {
    const address = href(row)
    if (address === undefined) return false
    if (inNewTab) window.open(`#${address}`, '_blank', 'noopener')
    else void navigate({ href: address } as never)
    return true
  }
}
