// v2 of a contract's files: one of them.
import { fileRouteV2 } from '../../records/v2/files.ts'
import { contractKind } from '../contract-kind.ts'

export const contractFileRoutesV2 = fileRouteV2(contractKind, '/v2/contracts/:contractId/files/:fileId')
