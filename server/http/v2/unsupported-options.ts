// OData options on v2 calls that do not support them: rejected, because a list that ignored `$filter` would look as if
// everything matched.
import type { preValidationHookHandler } from 'fastify'
import { badInputs, sentence } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Rejects, on every v2 route registered from now on, `$` options that it does not declare: 400. */
export function rejectUnsupportedOptions(server: Server): void {
  server.addHook('onRoute', (route) => {
    // lists with OData validate theirs themselves, with the OData messages
    if (!route.url.startsWith('/v2/') || route.validatorCompiler) return
    const { properties = {} } = (route.schema?.querystring ?? {}) as {
      readonly properties?: Readonly<Record<string, unknown>>
    }
    const taken = Object.keys(properties).filter((name) => name.startsWith('$'))
    const refuse: preValidationHookHandler = (request, _reply, done) => {
      if (!request.url.includes('?')) return done()
      const other = Object.keys(request.query as object).filter(
        (name) => name.startsWith('$') && !taken.includes(name),
      )
      if (other.length === 0) return done()
      const takes = taken.length === 0 ? 'no such option' : `${taken.join(' and ')} only`
      throw badInputs(
        Object.fromEntries(other.map((name) => [name, [sentence(`This call supports ${takes}.`)]])),
      )
    }
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()]
  })
}
