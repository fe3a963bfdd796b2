// Every route module, in one plain list: what is not here does not exist.
import { contractRoutes } from './contracts/v1/contracts.ts'
import type { RouteModule } from './http/route.ts'
import { authorizationRequestRoutes } from './oauth/endpoints/authorization-requests.ts'
import { authorizeRoutes } from './oauth/endpoints/authorize.ts'
import { jwksRoutes } from './oauth/endpoints/jwks.ts'
import { tokenRoutes } from './oauth/endpoints/token.ts'
import { sessionRoutes } from './sessions/endpoints/session.ts'
import { statusRoutes } from './status/status.ts'
import { explorerRoutes } from './web/explorer.ts'
import { webAppRoutes } from './web/web-app.ts'

export const api: readonly RouteModule[] = [
  contractRoutes,
  statusRoutes,
  jwksRoutes,
  webAppRoutes,
  explorerRoutes,
  tokenRoutes,
  authorizeRoutes,
  authorizationRequestRoutes,
  sessionRoutes,
]
