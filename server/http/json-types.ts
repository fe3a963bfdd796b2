// The content types that JSON bodies come as.
import type { preValidationAsyncHookHandler } from 'fastify'
import { AppError } from '../platform/errors.ts'
import type { Server } from './route.ts'

/** `application/json`, `text/json` and everything that ends in `+json`. */
export const jsonTypes = /^(?:application|text)\/(?:[\w.+-]+\+)?json(?:;|$)/i

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
