// The page on which administrators decide how people sign in.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const securityRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/security',
    component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/security/provider',
    component: lazyPage(() => import('./provider-page.tsx'), 'ProviderPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/security/mail-domains',
    component: lazyPage(() => import('./mail-domains/mail-domains-page.tsx'), 'MailDomainsPage'),
  }),
] as const
