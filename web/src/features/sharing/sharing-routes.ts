// The page of somebody of the other side who was sent a document.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { plain } from '../../app/parent-routes.tsx'

export const sharingRoutes = [
  createRoute({
    getParentRoute: () => plain,
    path: '/share/$token',
    component: lazyPage(() => import('./share-page.tsx'), 'SharePage'),
  }),
] as const
