// The pages on which administrators move in from another system.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const importRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/import',
    component: lazyPage(() => import('./imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/import/$importId',
    component: lazyPage(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const
