// The page of the integrations one has allowed.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const myIntegrationsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/my-integrations',
    component: lazyPage(() => import('./my-integrations-page.tsx'), 'MyIntegrationsPage'),
  }),
] as const
