// Where a person goes after signing in. The value comes from the address bar, so anybody may have written it.

const START = '/'
// Letters, digits and the special characters of our own hash routes; no backslash, no space, no control character, no
// second slash at the front.
const OWN_ROUTE = /^\/(?!\/)[\w\-./]*(\?[\w\-.~%!$&'()*+,;=:@/?]*)?$/

/** The hash route to go to; anything that is not clearly one of ours gives the start page. */
export function safeReturnTo(text: string | undefined): string {
  if (text === undefined || text.length > 2000) return START
  if (!OWN_ROUTE.test(text) || text.includes('..') || /\/\//.test(pathOf(text))) return START
  return pathOf(text) === '/sign-in' ? START : text
}

function pathOf(route: string): string {
  return route.split('?')[0] ?? ''
}
