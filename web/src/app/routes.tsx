// Every page by its hash route. Pages that require signing in are children of `signedIn`, all others of `plain`.
import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { AccountPage } from '../features/account/account-page.tsx'
import { AuthorizePage } from '../features/authorize/authorize-page.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { ClientPage } from '../features/integration-clients/client-page.tsx'
import { ClientsPage } from '../features/integration-clients/clients-page.tsx'
import { NewClientPage } from '../features/integration-clients/new-client-page.tsx'
import { MyIntegrationsPage } from '../features/my-integrations/my-integrations-page.tsx'
import { ClockPage } from '../features/sandbox/clock-page.tsx'
import { OutboxPage } from '../features/sandbox/outbox-page.tsx'
import { ResetPasswordPage } from '../features/session/reset-password-page.tsx'
import { SignInPage } from '../features/session/sign-in-page.tsx'
import { parseSearch, readSearch, stringifySearch } from '../lib/search-text.ts'
import { BrokenPage } from './broken-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PlainFrame } from './plain-frame.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

const root = createRootRoute()

const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainFrame })
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInFrame })

const plainRoutes = [
  createRoute({ getParentRoute: () => plain, path: '/authorize', component: AuthorizePage }),
  createRoute({
    getParentRoute: () => plain,
    path: '/sign-in',
    component: SignInPage,
    validateSearch: readSearch<'returnTo' | 'error'>(['returnTo', 'error']),
  }),
  createRoute({
    getParentRoute: () => plain,
    path: '/reset-password',
    component: ResetPasswordPage,
    validateSearch: readSearch<'token'>(['token']),
  }),
  createRoute({ getParentRoute: () => plain, path: '/$', component: NotFoundPage }),
] as const

const signedInRoutes = [
  createRoute({ getParentRoute: () => signedIn, path: '/', component: HomePage }),
  createRoute({ getParentRoute: () => signedIn, path: '/account', component: AccountPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/my-integrations', component: MyIntegrationsPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/integration-clients', component: ClientsPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/integration-clients/new', component: NewClientPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/integration-clients/$id', component: ClientPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/sandbox/outbox', component: OutboxPage }),
  createRoute({ getParentRoute: () => signedIn, path: '/sandbox/clock', component: ClockPage }),
] as const

/** The app's router. Routes are behind the #, so that one file serves every page. */
export const router = createRouter({
  routeTree: root.addChildren([plain.addChildren(plainRoutes), signedIn.addChildren(signedInRoutes)]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
