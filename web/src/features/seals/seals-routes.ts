// The pages about seals: of administrators, and for everybody who has a sealed document.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { anybody, signedIn } from '../../app/parent-routes.tsx'

export const sealsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/seals',
    component: lazyPage(() => import('./certificates-page.tsx'), 'CertificatesPage'),
  }),
] as const

export const sealCheckRoutes = [
  createRoute({
    getParentRoute: () => anybody,
    path: '/check-seal',
    component: lazyPage(() => import('./check-page.tsx'), 'CheckPage'),
  }),
] as const
