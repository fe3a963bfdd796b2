// The page of rates of exchange.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const exchangeRatesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/exchange-rates',
    component: lazyPage(() => import('./exchange-rates-page.tsx'), 'ExchangeRatesPage'),
  }),
] as const
