// The page on which administrators name the statuses of records.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const statusNamesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/status-names',
    component: lazyPage(() => import('./status-names-page.tsx'), 'StatusNamesPage'),
  }),
] as const
