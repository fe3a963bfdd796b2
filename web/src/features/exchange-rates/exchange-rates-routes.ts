// The pages of rates of exchange and of tax codes.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const exchangeRatesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/exchange-rates',
    component: lazyPage(() => import('./exchange-rates-page.tsx'), 'ExchangeRatesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/tax-codes',
    component: lazyPage(() => import('../tax-codes/tax-codes-page.tsx'), 'TaxCodesPage'),
  }),
] as const
