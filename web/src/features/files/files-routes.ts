// The pages of files.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const filesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/files/$id',
    component: lazyPage(() => import('./file/file-page.tsx'), 'FilePage'),
    validateSearch: readSearch<'version' | 'compare' | 'changes' | 'page' | 'find' | 'edit' | 'clause'>([
      'version',
      'compare',
      'changes',
      'page',
      'find',
      'edit',
      'clause',
    ]),
  }),
] as const
