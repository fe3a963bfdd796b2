// The page of those who lead a department.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const departmentRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/department',
    component: lazyPage(() => import('./department-page.tsx'), 'DepartmentPage'),
  }),
] as const
