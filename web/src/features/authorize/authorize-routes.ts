// The page on which integrations are allowed.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { plain } from '../../app/parent-routes.tsx'

export const authorizeRoutes = [
  createRoute({
    getParentRoute: () => plain,
    path: '/authorize',
    component: lazyPage(() => import('./authorize-page.tsx'), 'AuthorizePage'),
  }),
] as const
