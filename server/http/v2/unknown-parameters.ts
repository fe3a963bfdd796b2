// Query parameters that a v2 call does not have are rejected: a list that ignored a misspelt `$filter` would look as if
// everything matched.
import type { preValidationHookHandler } from 'fastify'
import { badInputs, sentence } from '../../platform/errors.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import type { Server } from '../route.ts'
import { odataOptions } from './odata.ts'

/** Ignored everywhere: the header of that name is as well; and what browsers' libraries add to pass their cache. */
const ignored = ['subscription-key', '_']

/**
 * Rejects, on every v2 route registered from now on, parameters that it does not declare: 400 with the nearest name.
 * OData options are known in any case and without their `$`.
 */
export function rejectUnknownParameters(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/v2/')) return
    const { properties = {} } = (route.schema?.querystring ?? {}) as {
      readonly properties?: Readonly<Record<string, unknown>>
    }
    // a list that does not sort or select refuses that itself, in the words of OData
    const taken = [
      ...new Set([...Object.keys(properties), ...('$skiptoken' in properties ? odataOptions : [])]),
    ]
    const known = new Set([
      ...taken,
      ...taken.filter((name) => name.startsWith('$')).map((name) => name.slice(1)),
      ...ignored,
    ])
    const isKnown = (name: string) => known.has(name) || known.has(name.toLowerCase())
    const refuse: preValidationHookHandler = (request, _reply, done) => {
      if (!request.url.includes('?')) return done()
      const unknown = Object.keys(request.query as object).filter((name) => !isKnown(name))
      if (unknown.length === 0) return done()
      throw badInputs(
        Object.fromEntries(
          unknown.map((name) => [name.slice(0, 100) || 'query', [sentence(problemOf(name, taken))]]),
        ),
      )
    }
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()]
  })
}

function problemOf(name: string, taken: readonly string[]): string {
  // in double quotes, a shell replaces `$filter` in `"…?$filter=…"` by an empty variable
  if (name === '')
    return 'A query parameter has no name. In a shell write the address in single quotes, or \\$filter for $filter.'
  // the $ of an option is no letter of its name
  const words = new Map(taken.map((each) => [each.replace('$', ''), each]))
  const near = nearestNames(name.replace('$', ''), [...words.keys()], 3).map((word) => words.get(word))
  const help =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : taken.length > 0
        ? `This call takes ${taken.join(', ')}.`
        : 'This call takes no parameters.'
  return `There is no parameter ${JSON.stringify(name.slice(0, 100))} here. ${help}`
}
