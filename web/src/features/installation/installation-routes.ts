// The pages of those who administer the installation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const installationRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/health',
    component: lazyPage(() => import('./health-page.tsx'), 'HealthPage'),
  }),
] as const
