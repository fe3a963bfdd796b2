// The pages of integration clients.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const integrationClientsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/integration-clients',
    component: lazyPage(() => import('./clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/integration-clients/new',
    component: lazyPage(() => import('./new-client-page.tsx'), 'NewClientPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/grants',
    component: lazyPage(() => import('./grants-page.tsx'), 'GrantsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/integration-clients/$id',
    component: lazyPage(() => import('./client-page.tsx'), 'ClientPage'),
  }),
] as const
