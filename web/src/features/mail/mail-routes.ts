// The pages about the mails of an organisation.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'

export const mailRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/mail',
    component: lazyPage(() => import('./mail-page.tsx'), 'MailPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/mail/$mail',
    component: lazyPage(() => import('./mail-text-page.tsx'), 'MailTextPage'),
  }),
] as const
