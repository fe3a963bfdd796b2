// Options of OData at calls of v2 that do not take them: refused, because a list whose `$filter` was passed over looks like one in
// which everything meets it.
import type { preValidationAsyncHookHandler } from 'fastify'
import { badInputs, sentence } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Has every route of v2 that is registered from now on refuse the `$` options that it does not name: 400. */
export function refuseOptionsNotTaken(server: Server): void {
  server.addHook('onRoute', (route) => {
    // lists in full judge theirs by hand, with the messages of OData
    if (!route.url.startsWith('/v2/') || route.validatorCompiler) return
    const { properties = {} } = (route.schema?.querystring ?? {}) as {
      readonly properties?: Readonly<Record<string, unknown>>
    }
    const taken = Object.keys(properties).filter((name) => name.startsWith('$'))
    const refuse: preValidationAsyncHookHandler = async (request) => {
      const other = Object.keys(request.query as object).filter(
        (name) => name.startsWith('$') && !taken.includes(name),
      )
      if (other.length === 0) return
      const takes = taken.length === 0 ? 'no such option' : `${taken.join(' and ')} only`
      throw badInputs(
        Object.fromEntries(other.map((name) => [name, [sentence(`This call takes ${takes}.`)]])),
      )
    }
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()]
  })
}
