// The pages of single matters.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const matterRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/matters/$id',
    validateSearch: readSearch<'tab' | 'folder'>(['tab', 'folder']),
    component: lazyPage(() => import('./matter-page.tsx'), 'MatterPage'),
  }),
] as const
