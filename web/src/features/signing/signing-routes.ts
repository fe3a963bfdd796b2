// The page of a signer.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { plain } from '../../app/parent-routes.tsx'

export const signingRoutes = [
  createRoute({
    getParentRoute: () => plain,
    path: '/sign/$token',
    component: lazyPage(() => import('./sign-page.tsx'), 'SignPage'),
  }),
] as const
