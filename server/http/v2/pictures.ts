// Small pictures as request and response bodies: logos of organisations, pictures of users.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../platform/errors.ts'
import type { Server } from '../route.ts'
import { contentAnswers, sendContent } from '../responses/send-content.ts'

const types = ['image/png', 'image/jpeg', 'image/webp'] as const
const largest = 1024 * 1024

/** Makes every route of this scope accept pictures as bodies, and nothing else. */
export function acceptPictures(server: Server): void {
  server.removeAllContentTypeParsers()
  // one byte more than allowed, so that a body that is too large gets a readable message
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest + 1 }, (_request, body, done) =>
    done(null, body),
  )
}

/** How the documents describe a picture as a body. */
export const pictureBodies = types.map((contentType) => ({
  contentType,
  schema: { type: 'string', format: 'binary' },
}))

/** How the documents describe a picture as a response. */
export const pictureAnswer = contentAnswers('The picture.', types)

/** The web app names the picture that it wants, so that no browser shows an earlier one that it has kept. */
export const pictureQuery = Type.Object({
  picture: Type.Optional(
    Type.Integer({ description: 'The id of the picture: another address for each. The answer is the same.' }),
  ),
})

/** The picture in a request's body. */
export function pictureIn({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new AppError('bad_request', `Send the picture itself: ${types.join(', ')}.`)
}

/** Responds with the picture; its ETag is the hash of its bytes. */
export const sendPicture = (
  request: FastifyRequest,
  reply: FastifyReply,
  { name, content, contentType }: { name: string; content: Buffer; contentType: string },
): Promise<FastifyReply> =>
  sendContent(request, reply, {
    name: `${name}.${contentType.slice('image/'.length)}`,
    contentType,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    open: async (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
  })
