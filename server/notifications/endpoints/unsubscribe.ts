// The page behind the link in a mail, without signing in: GET asks, POST ends the mails (one click, RFC 8058).
import Type from 'typebox'
import type { RouteModule } from '../../http/route.ts'
import { notFound } from '../../platform/errors.ts'
import { findUnsubscription, unsubscribe } from '../commands/unsubscribe.ts'
import { kindLabels } from '../notification.ts'
import { escaped } from '../../platform/mail/mail-kind.ts'
import type { Unsubscribed } from '../mails/unsubscribe-token.ts'

const largestBody = 4_096
const params = Type.Object({ token: Type.String() })
const html = 'text/html; charset=utf-8'

const mailsOf = (from: Unsubscribed) =>
  from === 'digest' ? 'the daily digest' : `mails about ${kindLabels[from]}`

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Notifications</title></head><body>
${body}
</body></html>
`

export const unsubscribeRoutes: RouteModule = (server, app) => {
  // mail programs post a form of their own, which says nothing
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, _body, done) =>
    done(null, undefined),
  )

  server.get(
    '/notifications/unsubscribe/:token',
    { config: { access: 'public', rate: 'failures', secretPath: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const from = await findUnsubscription(app, request.params.token)
      if (!from) throw notFound()
      return reply
        .type(html)
        .header('cache-control', 'no-store')
        .send(
          page(`<p>Do you want to end ${escaped(mailsOf(from))}? You still see everything in the app.</p>
<form method="post"><button>End them</button></form>`),
        )
    },
  )

  server.post(
    '/notifications/unsubscribe/:token',
    { config: { access: 'public', rate: 'failures', secretPath: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const from = await unsubscribe(app, request.params.token)
      if (!from) throw notFound()
      return reply
        .type(html)
        .header('cache-control', 'no-store')
        .send(page(`<p>Done: you will not get ${escaped(mailsOf(from))} any more.</p>`))
    },
  )
}
