// NUL characters in requests. PostgreSQL cannot store them in text, and dropping them would change the meaning:
// `contains(name,'%00')` would match every name.
import type { preValidationHookHandler } from 'fastify'
import { badInput } from '../../platform/errors.ts'
import type { Server } from '../route.ts'

/** Rejects NUL in the path, query and JSON body of every route registered from now on: 400 naming the input. */
export function rejectNul(server: Server): void {
  server.addHook('onRoute', (route) => {
    // a route without a query schema does not read the query
    const readsQuery = route.schema?.querystring !== undefined
    const rejectNulHook: preValidationHookHandler = ({ params, query, body, url }, _reply, done) => {
      // nothing else in a URL decodes to NUL
      const inUrl = url.includes('%00')
        ? (nameOfNul(params) ?? (readsQuery ? nameOfNul(query) : undefined))
        : undefined
      const name = inUrl ?? ((body ?? null) === null ? undefined : nameOfNul(body))
      if (name !== undefined) throw nulError(name)
      done()
    }
    route.preValidation = [rejectNulHook, ...[route.preValidation ?? []].flat()]
  })
}

/** The error for a text containing NUL; `name` is the input as written by the caller. */
export function nulError(name: string) {
  const shown = name.replaceAll('\0', '\\u0000').slice(0, 200)
  return badInput(shown, 'contains the NUL character (U+0000), which is not allowed in text.')
}

interface Visited {
  readonly value: unknown
  readonly name: string
}

/** Whether a parsed value has a string or a name with NUL: names are made only for those that do. */
function hasNul(given: unknown): boolean {
  const left: unknown[] = [given]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') {
      if (value.includes('\0')) return true
    } else if (Array.isArray(value)) {
      for (const item of value) left.push(item)
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      if (Object.keys(value).some((key) => key.includes('\0'))) return true
      for (const each of Object.values(value)) left.push(each)
    }
  }
  return false
}

/** The name of the first string with NUL in a parsed value, such as `lines[0].text`. */
function nameOfNul(given: unknown): string | undefined {
  if (!hasNul(given)) return undefined
  // an explicit stack: the depth of the body is chosen by its sender
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
      // the parent names have been checked already
      const bad = members.find((member) => member.name.includes('\0'))
      if (bad) return bad.name
      members.forEach((member) => left.push(member))
    }
  }
  return undefined
}
