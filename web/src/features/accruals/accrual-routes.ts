// The pages of accruals.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const accrualRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/accruals',
    component: lazyPage(() => import('./accruals-page.tsx'), 'AccrualsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/accruals/$month',
    component: lazyPage(() => import('./month-page.tsx'), 'AccrualMonthPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/unbilled-work',
    component: lazyPage(() => import('./unbilled-page.tsx'), 'UnbilledWorkPage'),
  }),
] as const
