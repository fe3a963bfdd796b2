// v2 of contracts that nobody can open: listing them, and taking one over.
import { unattendedRoutes } from '../../records/v2/unattended.ts'
import { contractKind } from '../contract-kind.ts'

export const unattendedContractRoutes = unattendedRoutes(contractKind, {
  list: '/v2/unattended/contracts',
  takeOver: '/v2/contracts/:contractId/takeOver',
})
