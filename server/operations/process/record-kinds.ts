// Every kind of record there is: what is not here is not counted.
import { contractKind } from '../../contracts/contract-kind.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { purgedContracts } from '../../contracts/purge-contract.ts'
import { purgedMatters } from '../../matters/purge-matter.ts'

export const recordKinds = [contractKind, matterKind] as const

/** The same kinds, for the bin. */
export const purgedKinds = [purgedContracts, purgedMatters] as const
