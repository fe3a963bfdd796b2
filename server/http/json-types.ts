// JSON bodies: their content types, and how they are parsed.
import { isUtf8 } from 'node:buffer'
import type { preValidationHookHandler } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { withLongNumbersAsText } from './bodies/exact-numbers.ts'
import { checkJsonLimits, jsonLimits, publicJsonLimits } from './bodies/json-limits.ts'
import { callNextTurn } from '../platform/workers/yield-event-loop.ts'
import type { Server } from './route.ts'

/** `application/json`, `text/json` and every type ending in `+json`. */
export const jsonTypes = /^(?:application|text)\/(?:[\w.+-]+\+)?json(?:;|$)/i

/** In bytes. */
const largeBody = 65_536

/**
 * Parses JSON bodies, and no other types unless a route adds them. An empty body counts as absent, whatever its
 * declared type, because many clients send the type with every call. Invalid UTF-8 is rejected rather than stored as
 * replacement characters.
 */
export function parseJsonBodies(server: Server): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new AppError('bad_request', 'The body must be JSON in UTF-8.'))
    else {
      // throws; the server handles it like an error passed to `done`
      checkJsonLimits(body, request.routeOptions.config.access === 'public' ? publicJsonLimits : jsonLimits)
      const { exactNumber } = request.routeOptions.config
      const text = body.toString()
      void parse(
        request,
        exactNumber ? withLongNumbersAsText(text, exactNumber) : text,
        // to parse it was a long turn
        body.length < largeBody ? done : (error, parsed) => callNextTurn(() => done(error, parsed)),
      )
    }
  })
  server.removeContentTypeParser(['application/json', 'text/plain'])
}

/** Rejects forms, with 415, on every route registered from now on that accepts only JSON. */
export function rejectForms(server: Server): void {
  server.addHook('onRoute', (route) => {
    const documented = route.config?.documentedBodies ?? []
    const onlyJson =
      documented.length > 0 && documented.every(({ contentType }) => jsonTypes.test(contentType))
    if (!route.schema?.body && !onlyJson) return
    const refuseForm: preValidationHookHandler = (request, _reply, done) => {
      if (request.isMultipart())
        throw new AppError('unsupported_media_type', 'Send the body as application/json; it was a form.')
      done()
    }
    route.preValidation = [refuseForm, ...[route.preValidation ?? []].flat()]
  })
}
