// The page of key dates.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const keyDateRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/dates',
    component: lazyPage(() => import('./dates-page.tsx'), 'DatesPage'),
    validateSearch: readSearch(searchNames),
  }),
] as const
