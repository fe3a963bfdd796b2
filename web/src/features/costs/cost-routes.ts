// The pages of what legal work costs.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

const loadCosts = () => import('./costs-pages.tsx')

export const costRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/costs',
    component: lazyPage(loadCosts, 'LegalCostsPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/costs/inside',
    component: lazyPage(loadCosts, 'InsideCostsPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/costs/inside/$costId',
    component: lazyPage(loadCosts, 'InsideCostPage'),
  }),
] as const
