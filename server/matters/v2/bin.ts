// v2 of listing, restoring and purging deleted matters, and of their legal holds.
import { recordBinRoutes } from '../../records/v2/bin.ts'
import { matterKind } from '../matter-kind.ts'
import { purgedMatters } from '../purge-matter.ts'

export const matterBinRoutes = recordBinRoutes(matterKind, {
  paths: {
    hold: '/v2/matters/:matterId/hold',
    bin: '/v2/bin/matters',
    entry: '/v2/bin/matters/:matterId',
    restore: '/v2/bin/matters/:matterId/restore',
  },
  purged: purgedMatters,
})
