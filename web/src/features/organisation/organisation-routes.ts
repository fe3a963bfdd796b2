// The page on which administrators set what holds for their whole organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const organisationRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/organisation',
    component: lazyPage(() => import('./organisation-page.tsx'), 'OrganisationPage'),
  }),
] as const
