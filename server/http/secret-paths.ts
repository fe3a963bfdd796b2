// Addresses that are secrets themselves: who has one may sign, answer or read. Whatever is asked of them, by whichever
// method and whether a route matches or not, the log has none of it. deploy/nginx.conf names the same folders.

/** Everything below these is secret. */
export const secretFolders: readonly string[] = [
  '/signing',
  '/sharing',
  '/approving',
  '/calendars',
  '/notifications/unsubscribe',
]
const secret = new RegExp(`^(${secretFolders.join('|')})/`, 'i')
// no identifier is as long: the secrets of all addresses have 43 characters
const secretText = /[\w-]{40,}/g

/** Whether a route is below one of them. */
export const isSecretRoute = (route: string): boolean => secret.test(route)

/** The path of a request as the log has it: without its query, and without what is secret. */
export function loggedPath(url: string, route: string | undefined): string {
  if (route !== undefined && isSecretRoute(route)) return route
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const folder = secret.exec(asRouted(path))?.[1]
  return folder === undefined ? path.replace(secretText, '…') : `${folder.toLowerCase()}/…`
}

/** The path as a router or a proxy may read it: decoded, without dots and with single slashes. */
function asRouted(path: string): string {
  const plain = path.replace(/^https?:\/\/[^/]*/i, '').replace(/%2f|%5c|\\/gi, '/')
  try {
    return decodeURIComponent(new URL(`http://localhost/${plain}`.replace(/([^:])\/{2,}/g, '$1/')).pathname)
  } catch {
    return plain
  }
}
