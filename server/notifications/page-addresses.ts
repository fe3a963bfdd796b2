// The addresses of pages that notifications lead to, in one place.
import type { App } from '../platform/app.ts'
import type { ShownRecord } from './shown.ts'

type Addresses = Pick<App, 'config'>

/** The page of the record. */
export const recordPage = ({ config }: Addresses, { type, id }: Pick<ShownRecord, 'type' | 'id'>): string =>
  `${config.webUrl}/#/${type === 'Matter' ? 'matters' : 'contracts'}/${id}`

/** The page that ends the mails of a kind, without signing in. */
export const unsubscribePage = ({ config }: Addresses, token: string): string =>
  `${config.publicUrl}/notifications/unsubscribe/${token}`
