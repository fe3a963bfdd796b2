// The pages of contracts: all of them, a new one, and each one.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const contractRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/contracts',
    component: lazyPage(() => import('./contracts-page.tsx'), 'ContractsPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/contracts/new',
    component: lazyPage(() => import('./creation/new-contract-page.tsx'), 'NewContractPage'),
    validateSearch: readSearch<'matter' | 'amends'>(['matter', 'amends']),
  }),
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
    // what a leader's figure opens
    validateSearch: readSearch(['late']),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/document-reading',
    component: lazyPage(() => import('./facts/document-reader-page.tsx'), 'DocumentReaderPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/contract-types/$typeId',
    validateSearch: readSearch<'tab'>(['tab']),
    component: lazyPage(() => import('./types/contract-type-page.tsx'), 'ContractTypePage'),
  }),
] as const
