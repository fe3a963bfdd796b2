// The page of all contracts.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const contractListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/contracts',
    component: lazyPage(() => import('./contracts-page.tsx'), 'ContractsPage'),
    validateSearch: readSearch(searchNames),
  }),
] as const
