// The pages of matters: all of them, a new one, and each one.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const matterRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/matters',
    component: lazyPage(() => import('./matters-page.tsx'), 'MattersPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/matters/new',
    component: lazyPage(() => import('./new-matter-page.tsx'), 'NewMatterPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/matters/$id',
    validateSearch: readSearch<'tab' | 'folder'>(['tab', 'folder']),
    component: lazyPage(() => import('./matter-page.tsx'), 'MatterPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/matter-types/$typeId',
    validateSearch: readSearch<'tab'>(['tab']),
    component: lazyPage(() => import('./types/matter-type-page.tsx'), 'MatterTypePage'),
  }),
] as const
