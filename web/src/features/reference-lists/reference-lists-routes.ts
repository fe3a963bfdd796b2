// The pages on which administrators keep the lists that people choose from.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const referenceListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/lists',
    component: lazyPage(() => import('./lists-page.tsx'), 'ListsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/lists/$list',
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
] as const
