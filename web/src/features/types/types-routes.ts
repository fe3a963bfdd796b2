// The pages on which administrators keep types: all of them, and what people can ask for.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const typesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/types',
    component: lazyPage(() => import('./types-page.tsx'), 'TypesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/fields',
    component: lazyPage(() => import('./fields/fields-page.tsx'), 'FieldsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/status-names',
    component: lazyPage(() => import('../status-names/status-names-page.tsx'), 'StatusNamesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/request-types/$typeId',
    component: lazyPage(() => import('./request-type-page.tsx'), 'RequestTypePage'),
  }),
] as const
