// Bodies that are JSON: as what they come, and how they are read.
import { isUtf8 } from 'node:buffer'
import type { preValidationAsyncHookHandler } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { checkJsonBounds, jsonBounds, publicJsonBounds } from './bodies/json-bounds.ts'
import type { Server } from './route.ts'

/** `application/json`, `text/json` and everything that ends in `+json`. */
export const jsonTypes = /^(?:application|text)\/(?:[\w.+-]+\+)?json(?:;|$)/i

/**
 * Has every route read JSON, and nothing else unless it says so. No body is none, whatever type it is said to be: many clients
 * send the type with every call. Bytes that are not UTF-8 are refused rather than stored as question marks.
 */
export function takeJson(server: Server): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new AppError('bad_request', 'The body must be JSON in UTF-8.'))
    else {
      // throws; the server answers that as it does an error that is handed on
      checkJsonBounds(body, request.routeOptions.config.access === 'public' ? publicJsonBounds : jsonBounds)
      void parse(request, body.toString(), done)
    }
  })
  server.removeContentTypeParser(['application/json', 'text/plain'])
}

/** Refuses, on every route registered from now on that takes JSON alone, what is sent as a form: 415. */
export function refuseFormsForJson(server: Server): void {
  server.addHook('onRoute', (route) => {
    const documented = route.config?.documentedBodies ?? []
    const onlyJson =
      documented.length > 0 && documented.every(({ contentType }) => jsonTypes.test(contentType))
    if (!route.schema?.body && !onlyJson) return
    const refuseForm: preValidationAsyncHookHandler = async (request) => {
      if (request.isMultipart())
        throw new AppError('unsupported_media_type', 'Send the body as application/json; it was a form.')
    }
    route.preValidation = [refuseForm, ...[route.preValidation ?? []].flat()]
  })
}
