// What administrators see of the background, and those of the installation of its health.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const installationRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/health',
    component: lazyPage(() => import('./health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/jobs',
    component: lazyPage(() => import('./background-page.tsx'), 'BackgroundPage'),
  }),
] as const
