// Answers whose body is JSON text already.
import type { FastifyReply } from 'fastify'

const asItIs = (text: unknown) => text as string

/** Sends the text as it is, without a serialiser. */
export const sendJsonText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').serializer(asItIs).send(text)
