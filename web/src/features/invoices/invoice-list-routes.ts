// The pages of invoices.
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.tsx'
import { signedIn } from '../../app/parent-routes.tsx'
import { readSearch } from '../../lib/addresses/search-text.ts'
import { searchNames } from '../../list/address/list-state.ts'

const loadKeying = () => import('./keying/key-in-page.tsx')
const loadLines = () => import('./lines-page.tsx')
const loadOrders = () => import('./orders/orders-page.tsx')
const loadExports = () => import('./exports/exports-page.tsx')

export const invoiceListRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices',
    component: lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/lines',
    component: lazyPage(loadLines, 'LinesPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/allocations',
    component: lazyPage(loadLines, 'SharesPage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/by-date',
    component: lazyPage(loadLines, 'MoneyByDatePage'),
    validateSearch: readSearch(searchNames),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/post',
    component: lazyPage(() => import('./posting/post-page.tsx'), 'PostPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/new',
    component: lazyPage(loadKeying, 'NewInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/$id/edit',
    component: lazyPage(loadKeying, 'EditInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/exports',
    component: lazyPage(loadExports, 'ExportsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/exports/new',
    component: lazyPage(loadExports, 'NewExportPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/exports/$exportId',
    component: lazyPage(loadExports, 'ExportPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/orders',
    component: lazyPage(loadOrders, 'OrdersPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/orders/$orderId',
    component: lazyPage(loadOrders, 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/invoices/$id',
    component: lazyPage(() => import('./invoice-page.tsx'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/invoice-recipients',
    component: lazyPage(() => import('./recipients/recipients-page.tsx'), 'RecipientsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/billing-guidelines',
    validateSearch: readSearch<'firm' | 'of'>(['firm', 'of']),
    component: lazyPage(() => import('./guidelines/guidelines-page.tsx'), 'GuidelinesPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/administration/invoice-approvals',
    component: lazyPage(() => import('./approval/rules-page.tsx'), 'InvoiceApprovalRulesPage'),
  }),
] as const
