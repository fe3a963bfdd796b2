// The page of what one has deleted.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const binRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deleted',
    component: lazyPage(() => import('./bin-page.tsx'), 'BinPage'),
  }),
] as const
