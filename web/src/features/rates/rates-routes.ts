// The pages of rates.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

const load = () => import('./rates-page.tsx')

export const ratesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rates',
    component: lazyPage(load, 'RatesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rates/propose',
    component: lazyPage(load, 'ProposePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rates/proposals/$proposalId',
    component: lazyPage(load, 'ProposalPage'),
  }),
] as const
