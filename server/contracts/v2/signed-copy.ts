// v2 of the signed copy of a contract that was signed outside the product.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import Type from 'typebox'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { endCorrection, openForCorrection } from '../signing/executed-lock.ts'
import { recordSignedCopy } from '../signing/record-signed-copy.ts'
import { getSignedCopy } from '../signing/signed-copy.ts'
import { signedCopyBody, signedCopySchema, signedCopyToV2, signedFromV2 } from './signed-copy.wire.ts'

const config = { access: { right: 'use' } } as const
const correctionBody = jsonBody(
  Type.Object(
    { reason: Type.String({ minLength: 1, maxLength: 1_000 }) },
    { additionalProperties: false, title: 'Correction' },
  ),
  { reason: 'The scan lacks page 7.' },
)

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

  onPut(server, '/v2/contracts/:contractId/signedCopy/correction', {
    config: { ...config, errors: ['conflict'], documentedBodies: correctionBody },
    operationId: 'openForCorrection',
    summary: 'Open an executed contract for a correction',
    description:
      'For administrators: what is locked can be changed by those who may change the contract, until it is locked again. The reason stays in the history. 409 if it is not locked.',
    handler: (request) => {
      const properties = propertiesOf(request.body, ['reason'])
      const reason = needed('reason', neverNull('reason', textIn(properties, 'reason')))
      return openForCorrection(app, actorOf(request), idOf(request.params.contractId), reason)
    },
  })

  onDelete(server, '/v2/contracts/:contractId/signedCopy/correction', {
    config: { ...config, errors: ['conflict'] },
    operationId: 'endCorrection',
    summary: 'Lock an executed contract again',
    description: 'Ends the correction, for administrators. 409 if the contract is not open for one.',
    handler: (request) => endCorrection(app, actorOf(request), idOf(request.params.contractId)),
  })
}
