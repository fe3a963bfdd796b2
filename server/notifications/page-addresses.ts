// The addresses that notifications lead to: pages of the web app, and the one that ends their mails.
import type { App } from '../platform/app.ts'
import { pageOf } from '../platform/web-addresses.ts'
import type { ShownRecord } from './shown.ts'

type Addresses = Pick<App, 'config'>

/** The page of the record. */
export const recordPage = ({ config }: Addresses, { type, id }: Pick<ShownRecord, 'type' | 'id'>): string =>
  pageOf(config, type === 'Matter' ? 'matters' : 'contracts', id)

/** The page that ends the mails of a kind, without signing in. */
export const unsubscribePage = ({ config }: Addresses, token: string): string =>
  `${config.publicUrl}/notifications/unsubscribe/${token}`
