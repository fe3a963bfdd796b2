// The page of records that nobody of the organisation can open.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const unattendedRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/unattended',
    component: lazyPage(() => import('./unattended-page.tsx'), 'UnattendedPage'),
  }),
] as const
