// Browsers that open an address, as opposed to programs that call the API.
import type { FastifyRequest } from 'fastify'

/** Whether a person's browser asks, which shows a page and not JSON. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

/** An address, or a part of one, with the bytes encoded that are not allowed in it. */
export const encodedAddress = (text: string): string =>
  text.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )

const areas = /^\/(?:v2|assets|docs|[\w-]+-apis)\b/

/** For a page of the web app that a browser asks for without `#`, such as `/matters/17`: its address behind `/#`. */
export function typedPage(request: FastifyRequest): string | undefined {
  const { method, url } = request
  const isPage = method === 'GET' && /^(?:\/[\w-]+)+\/?(?:\?|$)/.test(url) && !areas.test(url)
  return isPage && wantsPage(request) ? encodedAddress(url) : undefined
}
