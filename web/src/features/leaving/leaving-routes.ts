// The page on which an administrator takes the organisation away.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const leavingRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/leaving',
    component: lazyPage(() => import('./leaving-page.tsx'), 'LeavingPage'),
  }),
] as const
