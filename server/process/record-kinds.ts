// Every kind of record there is: what is not here is not counted.
import { contractKind } from '../contracts/contract-kind.ts'
import { matterKind } from '../matters/matter-kind.ts'

export const recordKinds = [contractKind, matterKind] as const
