// The pages on which administrators deal with the people of their organisation and its law firms.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import type { ColleagueSearch } from './colleagues/colleague-filter.ts'

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people',
    component: lazyPage(() => import('./people-page.tsx'), 'PeoplePage'),
    validateSearch: readSearch<keyof ColleagueSearch>(['words', 'role', 'status', 'team', 'department']),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people/invite',
    component: lazyPage(() => import('./invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people/$userId',
    component: lazyPage(() => import('./person-page.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/law-firms',
    component: lazyPage(() => import('./law-firms-page.tsx'), 'LawFirmsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/law-firms/$lawFirmId',
    component: lazyPage(() => import('./law-firm-page.tsx'), 'LawFirmPage'),
  }),
] as const
