// The history of the whole organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { historySearch } from './history-filter.ts'

export const organisationHistoryRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/history',
    component: lazyPage(() => import('./organisation-history-page.tsx'), 'OrganisationHistoryPage'),
    validateSearch: readSearch(historySearch),
  }),
] as const
