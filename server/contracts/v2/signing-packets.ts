// v2 of packets to sign in ink.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { sendMade } from '../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { mostSigners } from '../signing/here/send-request.ts'
import { openPacket } from '../signing/packet/open-packet.ts'

const closed = { additionalProperties: false }
const text = (description: string) =>
  Type.Optional(nullable<string>('string', { maxLength: 255, description }))
const body = Type.Object(
  {
    document: Type.Object(
      { version: Type.Integer({ minimum: 1 }) },
      { ...closed, description: 'The current version of the document.' },
    ),
    signers: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 255 }),
          title: text('As what they sign.'),
          party: text('The party that they sign for.'),
        },
        closed,
      ),
      { minItems: 1, maxItems: mostSigners },
    ),
  },
  {
    ...closed,
    title: 'NewSigningPacket',
    examples: [
      {
        document: { version: 2 },
        signers: [{ name: 'Ana Prior', title: 'General Counsel', party: 'Harbour Foods Ltd' }],
      },
    ],
  },
)

export const signingPacketRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/contracts/:contractId/signingPackets', {
    config: { access: { right: 'use' }, errors: ['conflict'] },
    operationId: 'makeSigningPacket',
    summary: 'Make a packet to sign in ink',
    description:
      'A PDF to print: how it is signed, the document, and a sheet for the signatures, with the hash of what is signed. Afterwards the scan is uploaded as the next version and recorded as the signed copy. 409 unless the contract is in Signing and approved, while it is out for signature here, and for a document of which no PDF can be made.',
    body,
    returns: {
      description: 'The packet.',
      content: {
        'application/pdf': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
      },
    },
    handler: async (request, reply) => {
      const { document, signers } = request.body
      const packet = await openPacket(app, actorOf(request), idOf(request.params.contractId), {
        version: document.version,
        signers: signers.map(({ name, title = null, party = null }) => ({
          name: name.trim(),
          title: title?.trim() || null,
          party: party?.trim() || null,
        })),
      })
      return sendMade(reply, packet)
    },
  })
}
