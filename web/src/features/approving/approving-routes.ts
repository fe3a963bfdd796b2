// The page on which an approver answers from their mail.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { plain } from '../../app/parent-routes.tsx'

export const approvingRoutes = [
  createRoute({
    getParentRoute: () => plain,
    path: '/approve/$token',
    component: lazyPage(() => import('./approve-page.tsx'), 'ApprovePage'),
  }),
] as const
