// ETags of records: the count of their changes. Whoever sends If-Match changes only what they have seen.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** The ETag of a version of a record. */
export const etagOf = (version: number): string => `"${version}"`

/** A check for the version found inside the transaction: throws precondition_failed when If-Match names another one. */
export function versionCheck(request: FastifyRequest): (version: number) => void {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return () => undefined
  const tags = header.split(',').map((tag) => tag.trim())
  return (version) => {
    if (tags.includes(etagOf(version))) return
    throw new AppError(
      'precondition_failed',
      'It has been changed since you read it. Read it again and decide anew.',
      {
        headers: { etag: etagOf(version) },
      },
    )
  }
}
