// The page on which administrators set up a new organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const firstStepsRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/first-steps',
    component: lazyPage(() => import('./first-steps-page.tsx'), 'FirstStepsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/first-steps/mail',
    component: lazyPage(() => import('./mail-step-page.tsx'), 'MailStepPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/first-steps/backups',
    component: lazyPage(() => import('./backup-step-page.tsx'), 'BackupStepPage'),
  }),
] as const
