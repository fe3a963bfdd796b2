// The search page.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const searchRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/search',
    component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
    validateSearch: readSearch<'q' | 'type' | 'older'>(['q', 'type', 'older']),
  }),
] as const
