// v2 of listing, restoring and purging deleted contracts, and of their legal holds.
import { recordBinRoutes } from '../../records/v2/bin.ts'
import { contractKind } from '../contract-kind.ts'
import { purgedContracts } from '../purge-contract.ts'

export const contractBinRoutes = recordBinRoutes(contractKind, {
  paths: {
    hold: '/v2/contracts/:contractId/hold',
    bin: '/v2/bin/contracts',
    entry: '/v2/bin/contracts/:contractId',
    restore: '/v2/bin/contracts/:contractId/restore',
  },
  purged: purgedContracts,
})
