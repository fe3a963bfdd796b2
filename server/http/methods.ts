// Which methods an address takes: what is asked when none of its routes fits the one that came.
import { AppError } from '../platform/errors.ts'
import type { RouteEntry } from './route.ts'

/** The methods that the address takes, in the order of the alphabet; none when there is no such address. */
export function methodsAt(routes: readonly RouteEntry[], url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '/'
  const fitting = routes.filter((route) => patternOf(route.path).test(path))
  return [...new Set(fitting.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** A refusal that says which methods the address takes (RFC 9110 section 15.5.6). */
export const methodNotAllowed = (method: string, allowed: readonly string[]): AppError =>
  new AppError('method_not_allowed', `This address takes ${allowed.join(', ')}, not ${method}.`, {
    headers: { allow: allowed.join(', ') },
  })

const patterns = new Map<string, RegExp>()

// As the router matches: fixed words in any case, a slash at the end or not.
function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const words = path.split('/').map((word) => (word.startsWith(':') ? '[^/]+' : escaped(word)))
  const pattern = new RegExp(`^${words.join('/')}/?$`, 'i')
  patterns.set(path, pattern)
  return pattern
}

const escaped = (text: string) => text.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&')
