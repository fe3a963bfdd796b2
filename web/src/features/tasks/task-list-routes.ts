// The pages of all tasks, and of task templates.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const taskListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tasks',
    component: lazyPage(() => import('./tasks-page.tsx'), 'TasksPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tasks/templates',
    component: lazyPage(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tasks/$id',
    component: lazyPage(() => import('./task-page.tsx'), 'TaskPage'),
  }),
] as const
