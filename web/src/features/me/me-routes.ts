// The page of one's preferences, and that of the defaults for notifications.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const meRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/me',
    component: lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/notifications',
    component: lazyPage(() => import('./notification-defaults-page.tsx'), 'NotificationDefaultsPage'),
  }),
] as const
