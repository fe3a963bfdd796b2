// The page of tax codes.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const taxCodesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/tax-codes',
    component: lazyPage(() => import('./tax-codes-page.tsx'), 'TaxCodesPage'),
  }),
] as const
