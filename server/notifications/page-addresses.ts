// The addresses that notifications lead to: pages of the web app, and the one that ends their mails.
import type { App } from '../platform/app.ts'
import { pageOf, personPage, securityPage } from '../platform/web-addresses.ts'
import { isAboutInvoice, isAboutMessage } from './notification.ts'
import type { ShownNotification } from './shown.ts'

type Addresses = Pick<App, 'config'>

type Shown = Pick<ShownNotification, 'record' | 'resource' | 'facts'>

/** The page on which the person sees the record; of what concerns an account its page, and otherwise of sign-in. */
export function recordPage({ config }: Addresses, { record, facts }: Omit<Shown, 'resource'>): string {
  if (record.type !== 'Organization') return pageOf(config, record.page, record.id)
  return typeof facts['userId'] === 'string' ? personPage(config, facts['userId']) : securityPage(config)
}

/** The page of what it is about: a task, an invoice, a message in its conversation, and otherwise the record. */
export function notifiedPage(app: Addresses, { record, resource, facts }: Shown): string {
  if (resource.kind === 'task' && resource.id !== null) return pageOf(app.config, 'tasks', resource.id)
  if (isAboutInvoice(resource) && resource.id !== null) return pageOf(app.config, 'invoices', resource.id)
  const page = recordPage(app, { record, facts })
  if (resource.kind === 'matterBudget') return `${page}?tab=money`
  // a request shows its messages on its page
  return isAboutMessage(resource) && record.type !== 'Organization' && record.page !== 'requests'
    ? `${page}?tab=messages`
    : page
}

/** The page that ends the mails of a kind, without signing in. */
export const unsubscribePage = ({ config }: Addresses, token: string): string =>
  `${config.publicUrl}/notifications/unsubscribe/${token}`
