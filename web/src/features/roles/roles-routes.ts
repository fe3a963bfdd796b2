// The pages on which administrators keep the roles of their organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const rolesRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/roles',
    component: lazyPage(() => import('./roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/roles/new',
    component: lazyPage(() => import('./new-role-page.tsx'), 'NewRolePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/roles/$roleId',
    component: lazyPage(() => import('./role-page.tsx'), 'RolePage'),
  }),
] as const
