// v2 of binders: an agreement with its amendments, files, approvals and signatures in one download.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { sendMade } from '../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { oneOf } from '../../http/v2/references.wire.ts'
import { binderForms, openBinder } from '../binder/open-binder.ts'

const binary = { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) }

export const binderRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/binder', {
    config: { access: { right: 'use' } },
    operationId: 'downloadBinder',
    summary: 'Download the binder of an agreement',
    description:
      'Of the agreement that the contract is, or amends: the record of it and of each amendment, their documents and other files, the approvals, and the certificate of the signatures. `pdf` is one PDF with an index, in which files that are no PDF are attached, and signed copies as well, with their seals. `zip` has each file as it is, the other pages as `Binder.pdf`, and the hashes in `manifest.json` and `SHA256SUMS`. `sheet` is a PDF of the record, approvals and signatures of this contract alone. Files and amendments that the caller does not see are left out, and so are linked documents.',
    querystring: Type.Object({ form: Type.Optional(oneOf(binderForms, { default: 'pdf' })) }),
    returns: {
      description: 'The binder. 409 if it is too large: a PDF takes 100 MB of files, an archive 2,000 files.',
      content: { 'application/pdf': binary, 'application/zip': binary },
    },
    handler: async (request, reply) => {
      const { form = 'pdf' } = request.query
      return sendMade(reply, await openBinder(app, actorOf(request), idOf(request.params.contractId), form))
    },
  })
}
