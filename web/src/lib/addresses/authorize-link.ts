// Reads the OAuth query from the address that an integration sent the browser to. The text is passed to the server
// unchanged; nothing here decodes it, because `state` and `redirect_uri` have to survive byte for byte.

/**
 * What the authorize page was opened with: an integration's query as raw text, or a request that the server has stored.
 */
export type AuthorizeLink = { query: string } | { requestId: string }

/** Reads the authorize page's address (`window.location.href`). */
export function readAuthorizeLink(href: string): AuthorizeLink {
  const query = rawHashQuery(href)
  const requestId = /^request=([\w-]+)$/.exec(query)?.[1]
  return requestId === undefined ? { query } : { requestId }
}

/**
 * Moves a query that comes before the `#` behind the route, and drops it from any other address. Client libraries that
 * treat `/#/authorize` as an ordinary URL put their parameters there. Returns undefined if there is nothing to move.
 */
export function withQueryInHash(href: string): string | undefined {
  const [beforeHash, hash] = splitAt(href, '#')
  const [page, query] = splitAt(beforeHash, '?')
  if (!beforeHash.includes('?')) return undefined
  const misplaced = query !== '' && /^\/authorize\/?$/.test(hash)
  return `${page}#${hash || '/'}${misplaced ? `?${query}` : ''}`
}

// Everything after the first `?` of the hash, further `?` and `#` included.
function rawHashQuery(href: string): string {
  const [, hash] = splitAt(href, '#')
  return splitAt(hash, '?')[1]
}

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
