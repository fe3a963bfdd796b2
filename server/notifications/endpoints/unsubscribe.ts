// The page behind the link in a mail of notifications.
import type { RouteModule } from '../../http/route.ts'
import { unsubscribePages } from '../../http/unsubscribe-pages.ts'
import { findUnsubscription, unsubscribe } from '../commands/unsubscribe.ts'
import { kindLabels, type Unsubscribed } from '../notification.ts'

const mailsOf = (from: Unsubscribed | undefined) =>
  from && (from === 'digest' ? 'the daily digest' : `mails about ${kindLabels[from]}`)

export const unsubscribeRoutes: RouteModule = (server, app) =>
  unsubscribePages(server, {
    path: '/notifications/unsubscribe/:token',
    find: async (token) => mailsOf(await findUnsubscription(app, token)),
    end: async (token) => mailsOf(await unsubscribe(app, token)),
  })
