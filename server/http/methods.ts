// The methods a URL supports, for requests that match none of its routes.
import { AppError } from '../platform/errors.ts'
import type { RouteEntry } from './route.ts'

/** The supported methods in alphabetical order; empty if the URL does not exist. */
export function methodsAt(routes: readonly RouteEntry[], url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '/'
  const fitting = routes.filter((route) => patternOf(route.path).test(path))
  return [...new Set(fitting.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** The error that lists the supported methods (RFC 9110 section 15.5.6). */
export const methodNotAllowed = (method: string, allowed: readonly string[]): AppError =>
  new AppError('method_not_allowed', `This address supports ${allowed.join(', ')}, not ${method}.`, {
    headers: { allow: allowed.join(', ') },
  })

const patterns = new Map<string, RegExp>()

// Matches like the router: fixed segments in any case, with or without a trailing slash.
function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const words = path.split('/').map((word) => (word.startsWith(':') ? '[^/]+' : escaped(word)))
  const pattern = new RegExp(`^${words.join('/')}/?$`, 'i')
  patterns.set(path, pattern)
  return pattern
}

const escaped = (text: string) => text.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&')
