// v1 of a contract's files: adding one, or a new version of one.
import { fileRouteV1 } from '../../records/v1/files.ts'
import { contractSubjects } from '../access.ts'

export const contractFileRoutes = fileRouteV1(
  contractSubjects,
  '/contract-apis/v1/contracts/:contractId/files',
)
