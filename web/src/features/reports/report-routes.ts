// The pages of reports.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { reportSearchNames } from './report-search-names.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports',
    component: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports/dashboard',
    component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
    validateSearch: readSearch(['dashboard', 'of', 'ownCurrency']),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports/report',
    component: lazyPage(() => import('./report-page.tsx'), 'ReportPage'),
    validateSearch: readSearch(reportSearchNames),
  }),
] as const
