// The calendar at a private address, for calendar programs: they cannot sign in, so the address is the secret.
import { hash } from 'node:crypto'
import Type from 'typebox'
import type { RouteModule } from '../../http/route.ts'
import { notFound } from '../../platform/errors.ts'
import { readCalendar } from '../read-calendar.ts'

const form = /^([\w-]{43})\.ics$/

export const calendarRoutes: RouteModule = (server, app) => {
  server.get(
    '/calendars/:file',
    {
      config: { access: 'public', rate: 'failures' },
      schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    },
    async (request, reply) => {
      const token = form.exec(request.params.file)?.[1]
      const text = token && (await readCalendar(app, token))
      if (!text) throw notFound()
      const etag = `"${hash('sha256', text, 'base64url')}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
      const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
      if (known?.includes(etag) || known?.includes('*')) return reply.code(304).send()
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="chancery.ics"')
        .send(text)
    },
  )
}
