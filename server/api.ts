// Every route module, in one plain list: what is not here does not exist.
import type { RouteModule } from './http/route.ts'
import { jwksRoutes } from './oauth/endpoints/jwks.ts'
import { statusRoutes } from './status/status.ts'
import { explorerRoutes } from './web/explorer.ts'
import { webAppRoutes } from './web/web-app.ts'

export const api: readonly RouteModule[] = [statusRoutes, jwksRoutes, webAppRoutes, explorerRoutes]
