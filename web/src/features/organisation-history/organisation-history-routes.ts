// The history of the whole organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import type { HistorySearch } from './history-filter.ts'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const organisationHistoryRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/history',
    component: lazyPage(() => import('./organisation-history-page.tsx'), 'OrganisationHistoryPage'),
    validateSearch: readSearch<keyof HistorySearch>(['person', 'acts', 'record', 'from', 'to']),
  }),
] as const
