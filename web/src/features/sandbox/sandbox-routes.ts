// The pages of a sandbox.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const sandboxRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sandbox/outbox',
    component: lazyPage(() => import('./outbox-page.tsx'), 'OutboxPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sandbox/clock',
    component: lazyPage(() => import('./clock-page.tsx'), 'ClockPage'),
  }),
] as const
