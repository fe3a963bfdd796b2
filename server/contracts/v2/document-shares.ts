// v2 of documents with the other side: sending one, following it, and deciding on what comes back.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { extendShare, sendShareAgain, unlockShare, withdrawShare } from '../sharing/change-share.ts'
import { acceptReturn, declineReturn } from '../sharing/decide-return.ts'
import { shareDocument } from '../sharing/send-share.ts'
import { listShares } from '../sharing/share.ts'
import {
  acceptanceBody,
  acceptanceFromV2,
  extensionBody,
  extensionFromV2,
  newShareBody,
  shareFromV2,
  sharesSchema,
  shareToV2,
} from './document-shares.wire.ts'

const use = { access: { right: 'use' } } as const
const changing = { ...use, errors: ['conflict'] } as const

export const documentShareRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/documentShares', {
    config: use,
    summary: 'List who of the other side has the document',
    description: 'The latest first, with what each of them did and sent back.',
    returns: sharesSchema,
    handler: async (request) => {
      const shares = await listShares(app, actorOf(request), idOf(request.params.contractId))
      return { items: shares.map(shareToV2) }
    },
  })

  onPost(server, '/v2/contracts/:contractId/documentShares', {
    config: { ...changing, documentedBodies: newShareBody },
    summary: 'Send the document to the other side',
    description:
      'Each of the people gets a secret address by mail. With a code that is sent to the same mail, they read this version of the document, and send back a version and comments where that is allowed. 409 for versions to be sent back of a document that is out for signature or signed, and for a Word document that has more than its text, such as comments, tracked changes, hidden text, properties and names, without `contents`. Raises contract.document.shared.',
    creates: Type.Object(
      { items: Type.Array(Type.Object({ id: Type.Integer() })) },
      { title: 'NewDocumentShareList', examples: [{ items: [{ id: 3 }] }] },
    ),
    handler: async (request) => {
      const contractId = idOf(request.params.contractId)
      const ids = await shareDocument(app, actorOf(request), contractId, shareFromV2(request.body))
      return { items: ids.map((id) => ({ id })) }
    },
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/withdraw', {
    config: changing,
    operationId: 'withdrawDocumentShare',
    summary: 'Withdraw a document from the other side',
    description:
      'Its address opens nothing any more. What came back stays. Raises contract.document.withdrawn.',
    handler: (request) => withdrawShare(app, actorOf(request), shareOf(request.params)),
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/remind', {
    config: changing,
    operationId: 'sendDocumentShareAgain',
    summary: 'Send the document again',
    description:
      'They get another mail, with a new address in place of the old one. 409 within ten minutes of the last one, and when it has expired.',
    handler: (request) => sendShareAgain(app, actorOf(request), shareOf(request.params)),
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/unlock', {
    config: changing,
    operationId: 'unlockDocumentShare',
    summary: 'Let the other side try again',
    description: 'Ends the wait after too many wrong codes, which `locked` shows.',
    handler: (request) => unlockShare(app, actorOf(request), shareOf(request.params)),
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/extend', {
    config: { ...changing, documentedBodies: extensionBody },
    operationId: 'extendDocumentShare',
    summary: 'Give the other side more time',
    description: 'Sets another last day. A share that has expired is open again, at the same address.',
    handler: (request) =>
      extendShare(app, actorOf(request), shareOf(request.params), extensionFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/returns/:returnId/accept', {
    config: { ...changing, documentedBodies: acceptanceBody },
    operationId: 'acceptDocumentReturn',
    summary: 'Accept what came back as a new version',
    description:
      'It becomes the next version of the document, and stays among the files as it came. 409 when the document has another version than the one named, or is out for signature or signed. Raises contract.document.updated.',
    handler: (request) =>
      acceptReturn(app, actorOf(request), returnOf(request.params), acceptanceFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/documentShares/:shareId/returns/:returnId/decline', {
    config: changing,
    operationId: 'declineDocumentReturn',
    summary: 'Decline what came back',
    description:
      'It becomes no version of the document, and stays among the files. It can be accepted later.',
    handler: (request) => declineReturn(app, actorOf(request), returnOf(request.params)),
  })
}

interface ShareParams {
  readonly contractId: string
  readonly shareId: string
}

const shareOf = ({ contractId, shareId }: ShareParams) => ({
  contractId: idOf(contractId),
  shareId: idOf(shareId),
})

const returnOf = (params: ShareParams & { readonly returnId: string }) => ({
  ...shareOf(params),
  returnId: idOf(params.returnId),
})
