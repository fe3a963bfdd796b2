// The pages of disputes.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../web/src/app/lazy-page.tsx'
import { signedIn } from '../../../web/src/app/parent-routes.tsx'
import { readSearch } from '../../../web/src/lib/addresses/search-text.ts'
import { searchNames } from '../../../web/src/list/address/list-state.ts'

export const disputeRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disputes',
    component: lazyPage(() => import('./dispute-pages.tsx'), 'DisputesPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disputes/new',
    component: lazyPage(() => import('./dispute-pages.tsx'), 'NewDisputePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disputes/$id',
    validateSearch: readSearch<'tab' | 'folder'>(['tab', 'folder']),
    component: lazyPage(() => import('./dispute-pages.tsx'), 'DisputePage'),
  }),
] as const
