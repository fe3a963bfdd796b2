// The page of one's notifications.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const notificationsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/inbox',
    component: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  }),
] as const
