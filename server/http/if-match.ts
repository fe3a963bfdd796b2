// ETags of records: a count of their changes. With If-Match a caller only changes the version they have seen.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route changes only the version that If-Match names, if it is sent. */
    ifMatch?: true
    /** Whether the answer has the version as ETag. GET has it wherever another method of its path takes If-Match. */
    etag?: true
  }
}

/** The ETag of a version of a record. */
export const etagOf = (version: number): string => `"${version}"`

/**
 * Returns a check for the version found inside the transaction: throws precondition_failed if If-Match names another
 * one. The route must declare `ifMatch`, so that its callers know.
 */
export function versionCheck(request: FastifyRequest): (version: number) => void {
  const { config, method, url } = request.routeOptions
  if (!config.ifMatch)
    throw new Error(`${String(method)} ${url} takes If-Match without saying so: add config.ifMatch`)
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return () => undefined
  // what was read has a hash of the answer after the version: responses/conditional-get.ts
  const tags = header.split(',').map((tag) => tag.trim().replace(/^("\d+)-[\w-]+"$/, '$1"'))
  return (version) => {
    if (tags.includes(etagOf(version))) return
    throw new AppError(
      'precondition_failed',
      'It has been changed since you read it. Read it again before you change it.',
      {
        headers: { etag: etagOf(version) },
      },
    )
  }
}
