// The pages of webhook subscriptions.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/webhooks',
    component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/webhooks/new',
    component: lazyPage(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/webhooks/$id',
    component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
    validateSearch: readSearch<'state' | 'topic'>(['state', 'topic']),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/webhooks/$id/deliveries/$deliveryId',
    component: lazyPage(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const
