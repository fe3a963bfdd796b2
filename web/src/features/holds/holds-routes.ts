// The page of all legal holds.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const holdsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/holds',
    component: lazyPage(() => import('./holds-page.tsx'), 'HoldsPage'),
  }),
] as const
