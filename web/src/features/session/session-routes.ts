// The pages for signing in.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { plain } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'

export const sessionRoutes = [
  createRoute({
    getParentRoute: () => plain,
    path: '/sign-in',
    component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
    validateSearch: readSearch<'returnTo' | 'error'>(['returnTo', 'error']),
  }),
  createRoute({
    getParentRoute: () => plain,
    path: '/reset-password',
    component: lazyPage(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
    validateSearch: readSearch<'token'>(['token']),
  }),
] as const
