// Forms that begin again with what somebody else has saved meanwhile.
import { hasStatus } from '../lib/refusal.ts'

/** What a form shows of a refusal: nothing of one after which it begins again. */
export const exceptStale = <Refused>(error: Refused): Refused | null => (hasStatus(error, 412) ? null : error)
