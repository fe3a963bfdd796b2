// The pages that make something new.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const createRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/new',
    component: lazyPage(() => import('./new-page.tsx'), 'NewPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tasks/new',
    component: lazyPage(() => import('./new-task-page.tsx'), 'NewTaskPage'),
  }),
] as const
