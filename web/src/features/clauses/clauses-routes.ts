// The pages of the library of clauses.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const clauseRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/clauses',
    component: lazyPage(() => import('./clauses-page.tsx'), 'ClausesPage'),
    validateSearch: readSearch(['words', 'category', 'state']),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/clauses/$clauseId',
    component: lazyPage(() => import('./clause-page.tsx'), 'ClausePage'),
  }),
] as const
