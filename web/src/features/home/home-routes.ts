// The start page.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
  }),
] as const
