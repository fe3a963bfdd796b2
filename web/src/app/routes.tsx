// Every page by its hash route. A feature lists its pages in `features/<noun>/<noun>-routes.ts` and has one line here.
import { createHashHistory, createRoute, createRouter } from '@tanstack/react-router'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { accountRoutes } from '../features/account/account-routes.ts'
import { authorizeRoutes } from '../features/authorize/authorize-routes.ts'
import { binRoutes } from '../features/bin/bin-routes.ts'
import { unattendedRoutes } from '../features/unattended/unattended-routes.ts'
import { taskListRoutes } from '../features/tasks/task-list-routes.ts'
import { invoiceListRoutes } from '../features/invoices/invoice-list-routes.ts'
import { fileListRoutes } from '../features/files/list/file-list-routes.ts'
import { createRoutes } from '../features/create/create-routes.ts'
import { departmentRoutes } from '../features/department/department-routes.ts'
import { firstStepsRoutes } from '../features/first-steps/first-steps-routes.ts'
import { filesRoutes } from '../features/files/files-routes.ts'
import { holdsRoutes } from '../features/holds/holds-routes.ts'
import { homeRoutes } from '../features/home/home-routes.ts'
import { importRoutes } from '../features/imports/import-routes.ts'
import { installationRoutes } from '../features/installation/installation-routes.ts'
import { intakeRoutes } from '../features/intake/intake-routes.ts'
import { integrationClientsRoutes } from '../features/integration-clients/integration-clients-routes.ts'
import { keyDateRoutes } from '../features/key-dates/key-date-routes.ts'
import { leavingRoutes } from '../features/leaving/leaving-routes.ts'
import { meRoutes } from '../features/me/me-routes.ts'
import { myIntegrationsRoutes } from '../features/my-integrations/my-integrations-routes.ts'
import { notificationsRoutes } from '../features/notifications/notifications-routes.ts'
import { mailRoutes } from '../features/mail/mail-routes.ts'
import { organisationRoutes } from '../features/organisation/organisation-routes.ts'
import { organisationHistoryRoutes } from '../features/organisation-history/organisation-history-routes.ts'
import { peopleRoutes } from '../features/people/people-routes.ts'
import { accrualRoutes } from '../features/accruals/accrual-routes.ts'
import { costRoutes } from '../features/costs/cost-routes.ts'
import { exchangeRatesRoutes } from '../features/exchange-rates/exchange-rates-routes.ts'
import { ratesRoutes } from '../features/rates/rates-routes.ts'
import { rolesRoutes } from '../features/roles/roles-routes.ts'
import { sandboxRoutes } from '../features/sandbox/sandbox-routes.ts'
import { sealCheckRoutes, sealsRoutes } from '../features/seals/seals-routes.ts'
import { signingServicesRoutes } from '../features/signing-elsewhere/signing-elsewhere-routes.ts'
import { securityRoutes } from '../features/security/security-routes.ts'
import { referenceListRoutes } from '../features/reference-lists/reference-lists-routes.ts'
import { reportRoutes } from '../features/reports/report-routes.ts'
import { searchRoutes } from '../features/search/search-routes.ts'
import { clauseRoutes } from '../features/clauses/clauses-routes.ts'
import { typesRoutes } from '../features/types/types-routes.ts'
import { sessionRoutes } from '../features/session/session-routes.ts'
import { approvingRoutes } from '../features/approving/approving-routes.ts'
import { sharingRoutes } from '../features/sharing/sharing-routes.ts'
import { signingRoutes } from '../features/signing/signing-routes.ts'
import { webhooksRoutes } from '../features/webhooks/webhooks-routes.ts'
import { parseSearch, stringifySearch } from '../lib/addresses/search-text.ts'
import { BrokenPage } from './broken-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { recordRoutes } from './record-routes.ts'
import { anybody, plain, root, signedIn } from './parent-routes.tsx'

const notFound = createRoute({ getParentRoute: () => anybody, path: '/$', component: NotFoundPage })

const plainRoutes = [
  ...authorizeRoutes,
  ...sessionRoutes,
  ...signingRoutes,
  ...sharingRoutes,
  ...approvingRoutes,
] as const

const signedInRoutes = [
  // one line for each feature, in the order of the alphabet
  ...accountRoutes,
  ...binRoutes,
  ...unattendedRoutes,
  ...taskListRoutes,
  ...invoiceListRoutes,
  ...fileListRoutes,
  ...createRoutes,
  ...departmentRoutes,
  ...filesRoutes,
  ...firstStepsRoutes,
  ...holdsRoutes,
  ...homeRoutes,
  ...importRoutes,
  ...installationRoutes,
  ...mailRoutes,
  ...organisationRoutes,
  ...referenceListRoutes,
  ...intakeRoutes,
  ...integrationClientsRoutes,
  ...keyDateRoutes,
  ...leavingRoutes,
  ...meRoutes,
  ...myIntegrationsRoutes,
  ...notificationsRoutes,
  ...organisationHistoryRoutes,
  ...peopleRoutes,
  ...recordRoutes,
  ...reportRoutes,
  ...ratesRoutes,
  ...costRoutes,
  ...exchangeRatesRoutes,
  ...accrualRoutes,
  ...rolesRoutes,
  ...sandboxRoutes,
  ...searchRoutes,
  ...sealsRoutes,
  ...signingServicesRoutes,
  ...securityRoutes,
  ...clauseRoutes,
  ...typesRoutes,
  ...webhooksRoutes,
] as const

/** The app's router. Routes are behind the #, so that one file serves every page. */
export const router = createRouter({
  routeTree: root.addChildren([
    plain.addChildren(plainRoutes),
    signedIn.addChildren(signedInRoutes),
    anybody.addChildren([...sealCheckRoutes, notFound]),
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
