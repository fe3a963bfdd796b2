// The page of one’s account.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/account',
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const
