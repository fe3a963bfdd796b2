// NUL in the text of a request. PostgreSQL stores no text with it, and dropping it would change what was asked for:
// `contains(name,'%00')` would match every name.
import { badInput } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Refuses NUL in the path, query and JSON body of every route registered from now on: 400 that names the input. */
export function refuseNul(server: Server): void {
  server.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    // a route without a schema for its query does not read it
    const name = [params, routeOptions.schema?.querystring && query, body]
      .map(nameOfNul)
      .find((each) => each !== undefined)
    if (name !== undefined) throw nulIn(name)
  })
}

/** The refusal of a text with NUL in it; `name` is the input as its caller wrote it. */
export function nulIn(name: string) {
  const shown = name.replaceAll('\0', '\\u0000').slice(0, 200)
  return badInput(shown, 'contains the character NUL (U+0000), which no text may contain.')
}

interface Visited {
  readonly value: unknown
  readonly name: string
}

/** The name of the first text in a parsed value that has NUL in it, as `lines[0].text`. */
function nameOfNul(given: unknown): string | undefined {
  // a stack of our own: how deep a body is nested is its sender's choice
  const left: Visited[] = [{ value: given, name: '' }]
  for (let visited = left.pop(); visited; visited = left.pop()) {
    const { value, name } = visited
    if (typeof value === 'string') {
      if (value.includes('\0')) return name || 'body'
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => left.push({ value: item, name: `${name}[${index}]` }))
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      const members = Object.entries(value).map(([key, each]: [string, unknown]) => ({
        value: each,
        name: name === '' ? key : `${name}.${key}`,
      }))
      // the names above are free of it already
      const bad = members.find((member) => member.name.includes('\0'))
      if (bad) return bad.name
      members.forEach((member) => left.push(member))
    }
  }
  return undefined
}
