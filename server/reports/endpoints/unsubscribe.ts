// The page behind the link in a mailed report.
import type { RouteModule } from '../../http/route.ts'
import { unsubscribePages } from '../../http/unsubscribe-pages.ts'
import { findMailingOf, unsubscribeFrom } from '../mailings/unsubscribe.ts'

const mailsOf = (name: string | undefined) => name && `mails with the report “${name}”`

export const reportUnsubscribeRoutes: RouteModule = (server, app) =>
  unsubscribePages(server, {
    path: '/notifications/unsubscribe/reports/:token',
    find: async (token) => mailsOf((await findMailingOf(app, token))?.name),
    end: async (token) => mailsOf(await unsubscribeFrom(app, token)),
  })
