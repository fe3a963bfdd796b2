// The addresses that notifications lead to: pages of the web app, and the one that ends their mails.
import type { App } from '../platform/app.ts'
import { pageOf } from '../platform/web-addresses.ts'
import { isAboutMessage } from './notification.ts'
import type { ShownNotification } from './shown.ts'

type Addresses = Pick<App, 'config'>

/** The page of what it is about: a task, a message in its conversation, and otherwise the record. */
export function notifiedPage(
  { config }: Addresses,
  { record: { type, id }, resource }: Pick<ShownNotification, 'record' | 'resource'>,
): string {
  if (resource.kind === 'task' && resource.id !== null) return pageOf(config, 'tasks', resource.id)
  const page = pageOf(config, type === 'Matter' ? 'matters' : 'contracts', id)
  return isAboutMessage(resource) ? `${page}?tab=messages` : page
}

/** The page that ends the mails of a kind, without signing in. */
export const unsubscribePage = ({ config }: Addresses, token: string): string =>
  `${config.publicUrl}/notifications/unsubscribe/${token}`
