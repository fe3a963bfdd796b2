// Whether a contract may have amendments, or be one.
import type { ContractOverview } from '../records/record-calls.ts'
import { contractKind } from './contract-kind.ts'

/** Whether it belongs to a contract, or contracts to it: these may be amendments. */
export const isAmended = ({ parent, related }: ContractOverview): boolean =>
  parent !== null || related.some(({ type }) => type === contractKind.names.type)
