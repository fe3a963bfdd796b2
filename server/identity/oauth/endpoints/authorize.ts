// `GET /authorize`: redirects to the web app's `/#/authorize`. Problems with client or redirect address are reported
// here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedAddress, wantsPage } from '../../../http/pages.ts'
import type { RouteModule } from '../../../http/route.ts'
import { AppError } from '../../../platform/errors.ts'
import { checkRequest } from '../authorization-code/authorization-request.ts'

export const authorizeRoutes: RouteModule = (server, app) => {
  server.get(
    '/authorize',
    { config: { access: 'public', rate: 'visits' }, schema: { hide: true } },
    async (request, reply) => {
      const query = queryOf(request)
      try {
        await checkRequest(app, query)
      } catch (error) {
        if (error instanceof AppError && error.status === 400 && wantsPage(request)) {
          return sendPage(reply, error.message)
        }
        throw error
      }
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${app.config.webUrl}/#/authorize?${query}`, 302)
    },
  )
}

/** The query as it was sent. */
const queryOf = ({ url }: FastifyRequest): string =>
  encodedAddress(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const sendPage = (reply: FastifyReply, message: string) =>
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>This request cannot be served</title>` +
        `<main><h1>This request cannot be served</h1><p role="alert">${escaped(message)}</p>` +
        `<p>Nothing was shared. Please inform the operator of the application that sent you here.</p></main></html>`,
    )
