// What a check of a file answers, of v2 and on the page for people without an account.
import type { FastifyRequest } from 'fastify'
import type { Server } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import type { CheckedFile, CheckedSeal } from '../check-seals.ts'

const sealAnswer = (seal: CheckedSeal) => {
  const { sealedAt, validFrom, validTo, timeStamp } = seal
  const at = timeStamp?.at ?? sealedAt
  return {
    organization: seal.organisation,
    subject: seal.subject,
    issuer: seal.issuer,
    selfMade: seal.isSelfMade,
    fingerprint: seal.fingerprint ? Buffer.from(seal.fingerprint).toString('hex') : null,
    sealedAt: sealedAt?.toISOString() ?? null,
    timeStamp: timeStamp ? { at: timeStamp.at.toISOString(), by: timeStamp.by } : null,
    reason: seal.reason,
    validWhenSealed: at && validFrom && validTo ? validFrom <= at && at <= validTo : null,
    replacedAt: seal.replacedAt?.toISOString() ?? null,
    intact: seal.intact,
    coversWholeFile: seal.coversAll,
  }
}

/** The answer as data for JSON. */
export const checkAnswer = ({ verdict, seals }: CheckedFile) => ({ verdict, seals: seals.map(sealAnswer) })

/** Makes every route of this scope accept files of this type as bodies. */
export function acceptFiles(server: Server, contentType: string, largest: number): void {
  server.addContentTypeParser(
    contentType,
    { parseAs: 'buffer', bodyLimit: largest },
    (_request, body, done) => done(null, body),
  )
}

/** The file that was sent. */
export function fileIn({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new AppError('bad_request', 'Send the PDF itself as the body.')
}
