// The page of all matters.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { searchNames } from '../../list/address/list-state.ts'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const matterListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/matters',
    component: lazyPage(() => import('./matters-page.tsx'), 'MattersPage'),
    validateSearch: readSearch(searchNames),
  }),
] as const
