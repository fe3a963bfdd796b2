// The pages of what one has deleted, and of the organisation's bin.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import type { BinSearch } from './organisation-bin.ts'

export const binRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deleted',
    component: lazyPage(() => import('./bin-page.tsx'), 'BinPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/bin',
    component: lazyPage(() => import('./organisation-bin-page.tsx'), 'OrganisationBinPage'),
    validateSearch: readSearch<keyof BinSearch>(['kind', 'person', 'from', 'to']),
  }),
] as const
