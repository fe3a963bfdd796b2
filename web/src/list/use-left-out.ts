// Whether a list has all that there are.
import { useQuery } from '@tanstack/react-query'
import type { Me } from '../components/me-context.ts'
import type { Identified, ListDefinition } from './definition.ts'

/** Why the list does not have all that there are, once its rows are there and where that is so. */
export function useLeftOut<Row extends Identified>(
  { name, calls, leftOut }: ListDefinition<Row>,
  me: Me,
  isShown: boolean,
): string | undefined {
  const why = leftOut?.(me)
  const hidden = useQuery({
    queryKey: [name, 'hidden'],
    enabled: isShown && why !== undefined && calls.hides !== undefined,
    queryFn: ({ signal }) => calls.hides?.(signal) ?? false,
  })
  return hidden.data === true ? why : undefined
}
