// The page of one's preferences.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const meRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/me',
    component: lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage'),
  }),
] as const
