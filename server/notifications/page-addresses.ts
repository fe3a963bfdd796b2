// The addresses that notifications lead to: pages of the web app, and the one that ends their mails.
import type { App } from '../platform/app.ts'
import { pageOf } from '../platform/web-addresses.ts'
import { isAboutInvoice, isAboutMessage } from './notification.ts'
import type { ShownNotification, ShownRecord } from './shown.ts'

type Addresses = Pick<App, 'config'>

/** The page on which the person sees the record. */
export const recordPage = ({ config }: Addresses, { page, id }: Pick<ShownRecord, 'page' | 'id'>): string =>
  pageOf(config, page, id)

/** The page of what it is about: a task, an invoice, a message in its conversation, and otherwise the record. */
export function notifiedPage(
  app: Addresses,
  { record, resource }: Pick<ShownNotification, 'record' | 'resource'>,
): string {
  if (resource.kind === 'task' && resource.id !== null) return pageOf(app.config, 'tasks', resource.id)
  if (isAboutInvoice(resource) && resource.id !== null) return pageOf(app.config, 'invoices', resource.id)
  const page = recordPage(app, record)
  if (resource.kind === 'matterBudget') return `${page}?tab=money`
  // a request shows its messages on its page
  return isAboutMessage(resource) && record.page !== 'requests' ? `${page}?tab=messages` : page
}

/** The page that ends the mails of a kind, without signing in. */
export const unsubscribePage = ({ config }: Addresses, token: string): string =>
  `${config.publicUrl}/notifications/unsubscribe/${token}`
