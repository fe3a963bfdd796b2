// v2 of the signed copy of a contract that was signed outside the product.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { recordSignedCopy } from '../signing/record-signed-copy.ts'
import { getSignedCopy } from '../signing/signed-copy.ts'
import { signedCopyBody, signedCopySchema, signedCopyToV2, signedFromV2 } from './signed-copy.wire.ts'

const config = { access: { right: 'use' } } as const

export const signedCopyRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/signedCopy', {
    config: { ...config, etag: true },
    summary: 'Get the signed copy of a contract',
    description:
      'Which version of its document was signed, by whom, for whom and when, with the hash of its content. 404 if none is recorded.',
    returns: signedCopySchema,
    handler: async (request, reply) => {
      const copy = await getSignedCopy(app, actorOf(request), idOf(request.params.contractId))
      return reply.header('etag', etagOf(copy.revision)).send(signedCopyToV2(copy))
    },
  })

  onPut(server, '/v2/contracts/:contractId/signedCopy', {
    config: { ...config, ifMatch: true, etag: true, documentedBodies: signedCopyBody },
    summary: 'Record that a contract was signed',
    description:
      'For signatures outside the product: the current version of the document is the signed copy, in place of what was recorded before. The contract becomes Executed, on the day of the last signature, unless it is already. 409 if the document has another version by now, in Void, or while an approval is missing.',
    returns: signedCopySchema,
    handler: async (request, reply) => {
      const [actor, contractId] = [actorOf(request), idOf(request.params.contractId)]
      const checkVersion = versionCheck(request)
      await recordSignedCopy(app, actor, contractId, { ...signedFromV2(request.body), checkVersion })
      const copy = await getSignedCopy(app, actor, contractId)
      return reply.header('etag', etagOf(copy.revision)).send(signedCopyToV2(copy))
    },
  })
}
