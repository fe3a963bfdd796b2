// Forms that begin again with what somebody else has saved meanwhile.
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../components/toast-store.ts'
import { hasStatus } from '../lib/refusal.ts'

/** For `onError` of saving: after a refusal with 412, says so and reads again, with which the form begins again. */
export function useBeginAgain(queryKey: QueryKey, text: string) {
  const queries = useQueryClient()
  return (error: unknown) => {
    if (!hasStatus(error, 412)) return
    showToast({ text, problem: true })
    void queries.invalidateQueries({ queryKey })
  }
}

/** What a form shows of a refusal: nothing of one after which it begins again. */
export const exceptStale = <Refused>(error: Refused): Refused | null => (hasStatus(error, 412) ? null : error)
