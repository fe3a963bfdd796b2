// The pages of single contracts.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const contractRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/contracts/$id',
    validateSearch: readSearch<'tab' | 'folder'>(['tab', 'folder']),
    component: lazyPage(() => import('./contract-page.tsx'), 'ContractPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/approvals',
    component: lazyPage(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
] as const
