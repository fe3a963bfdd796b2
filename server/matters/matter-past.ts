// What a matter brings from another system.
import type { PastAnswers } from '../fields/values/field-input.ts'
import type { KeptState } from './state.ts'

/** A matter that was kept in another system before: its people may have left, and it begins in any state. */
export interface MatterPast {
  readonly state: Exclude<KeptState, `Awaiting${string}`>
  readonly createdAt: Date | undefined
  /** Who created it there; the actor without one. */
  readonly createdBy: string | undefined
  readonly closedAt: Date | undefined
  readonly reference: string | null
  readonly purchaseOrderNumber: string | null
  /** Besides owner and manager. Its creator is one only where nobody else could open it. */
  readonly memberIds: readonly string[]
  readonly answers: PastAnswers
}
