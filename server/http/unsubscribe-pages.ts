// The pages behind the links that end mails, without signing in: GET asks, because mail scanners follow links; POST
// ends the mails (one click, RFC 8058).
import Type from 'typebox'
import { notFound } from '../platform/errors.ts'
import { escaped } from '../platform/mail/mail-kind.ts'
import type { RouteModule } from './route.ts'

const largestBody = 4_096
const params = Type.Object({ token: Type.String() })
const html = 'text/html; charset=utf-8'
const config = { access: 'public', rate: 'failures' } as const
const schema = { hide: true, params } as const

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Notifications</title></head><body>
${body}
</body></html>
`

interface Ended {
  /** The address, of which the token is a part. */
  readonly path: `/notifications/unsubscribe/${string}:token`
  /** What the token ends, as the page calls it; undefined if it is not one of ours. Changes nothing. */
  readonly find: (token: string) => Promise<string | undefined>
  /** Ends it. */
  readonly end: (token: string) => Promise<string | undefined>
}

/** The two routes of a link. */
export const unsubscribePages = (server: Parameters<RouteModule>[0], { path, find, end }: Ended): void => {
  // mail programs post a form of their own, which says nothing
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, _body, done) =>
    done(null, undefined),
  )

  server.get(path, { config, schema }, async (request, reply) => {
    const mails = await find(request.params.token)
    if (mails === undefined) throw notFound()
    return reply
      .type(html)
      .header('cache-control', 'no-store')
      .send(
        page(`<p>Do you want to end ${escaped(mails)}? You still see everything in the app.</p>
<form method="post"><button>End them</button></form>`),
      )
  })

  server.post(path, { config, schema }, async (request, reply) => {
    const mails = await end(request.params.token)
    if (mails === undefined) throw notFound()
    return reply
      .type(html)
      .header('cache-control', 'no-store')
      .send(page(`<p>Done: you will not get ${escaped(mails)} any more.</p>`))
  })
}
