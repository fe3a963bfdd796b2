// The pages of every kind of record.
import type { AnyRoute } from '@tanstack/react-router'
import { contractRoutes } from '../features/contracts/contract-routes.ts'
import { matterRoutes } from '../features/matters/matter-routes.ts'
import type { RecordKindName } from '../lib/kinds.ts'

const routes = {
  matter: matterRoutes,
  contract: contractRoutes,
} as const satisfies Readonly<Record<RecordKindName, readonly AnyRoute[]>>

/** The pages of every kind: its list, creating one, and the page of one. */
export const recordRoutes = Object.values(routes).flat()
