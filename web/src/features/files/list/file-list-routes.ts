// The page of all files.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazy-page.tsx'
import { signedIn } from '../../../app/parent-routes.tsx'
import { readSearch } from '../../../lib/addresses/search-text.ts'
import { searchNames } from '../../../list/address/list-state.ts'

export const fileListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/files',
    component: lazyPage(() => import('./files-page.tsx'), 'FilesPage'),
    validateSearch: readSearch(searchNames),
  }),
] as const
