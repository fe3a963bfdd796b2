// The page of the signing services that contracts can be sent with.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const signingServicesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/signing-services',
    component: lazyPage(() => import('./signing-elsewhere-page.tsx'), 'SigningServicesPage'),
  }),
] as const
