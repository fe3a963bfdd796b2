// The pages of intake: asking, one's requests, and the queue of the legal department.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

export const intakeRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/ask',
    component: lazyPage(() => import('./ask-page.tsx'), 'AskPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/ask/$typeId',
    component: lazyPage(() => import('./ask-form-page.tsx'), 'AskFormPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/requests',
    component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/requests/$requestId',
    component: lazyPage(() => import('./request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/intake',
    component: lazyPage(() => import('./queue-page.tsx'), 'QueuePage'),
    validateSearch: readSearch(searchNames),
  }),
] as const
