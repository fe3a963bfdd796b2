// v2 of signing here: sending a contract for signature, and following it.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { proposeFields } from '../signing/here/fields.ts'
import { makePdfToSign } from '../signing/here/make-pdf.ts'
import { remindSigners, voidRequest } from '../signing/here/end-request.ts'
import { lockedPlaces, unlockSigner } from '../signing/here/locked-signers.ts'
import { listRequests } from '../signing/here/request.ts'
import { listServiceNames } from '../signing/elsewhere/list-set-up.ts'
import { replaceSigner } from '../signing/here/replace-signer.ts'
import { sendForSignature } from '../signing/here/send-request.ts'
import { pdfBody, pdfFromV2 } from './pdf-to-sign.wire.ts'
import { proposedFieldsSchema, proposedToV2 } from './signature-fields.wire.ts'
import { newRequestBody, requestFromV2, requestsSchema, requestToV2 } from './signature-requests.wire.ts'
import {
  placeFromV2,
  replacementBody,
  replacementFromV2,
  unlockBody,
  voidingBody,
  voidingFromV2,
} from './acts-on-requests.wire.ts'

const use = { access: { right: 'use' } } as const
const changing = { ...use, errors: ['conflict'] } as const
export const signatureRequestRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/signatureRequests', {
    config: use,
    summary: 'List the signature requests of a contract',
    description:
      'The latest first, with what each signer did: when, from where, what they agreed to, and the hash of what they were shown. Of those that were sent with a signing service, what the service says.',
    returns: requestsSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const requests = await listRequests(app, actor, idOf(request.params.contractId))
      const open = requests.find(({ state }) => state === 'Open')
      const [canMakePdf, services, locked] = await Promise.all([
        app.wordToPdf.isAvailable(),
        listServiceNames(app.db, actor.organisationId),
        lockedPlaces(app, open),
      ])
      return {
        items: requests.map((each) => requestToV2(each, each === open ? locked : new Set())),
        canMakePdf,
        services: [...services],
      }
    },
  })

  onGet(server, '/v2/contracts/:contractId/signatureFields/:version', {
    config: changing,
    operationId: 'proposeSignatureFields',
    summary: 'Propose fields for signers',
    description:
      'The sizes of the pages of the document, a PDF, and the fields that the anchors in its text mean: `{{sign:1}}`, `{{initials:1}}`, `{{name:1}}`, `{{title:1}}`, `{{date:1}}`, `{{text:1}}` and `{{tick:1}}`, with the place of the signer, and `{{text:1?}}` for one that may stay empty. 409 for another version than the current one.',
    returns: proposedFieldsSchema,
    handler: async (request) => {
      const { contractId, version } = request.params
      return proposedToV2(await proposeFields(app, actorOf(request), idOf(contractId), idOf(version)))
    },
  })

  onPost(server, '/v2/contracts/:contractId/signaturePdfs', {
    config: { ...changing, documentedBodies: pdfBody },
    operationId: 'makePdfToSign',
    summary: 'Make the PDF to sign',
    description:
      'Adds a PDF of the current version of the document, a Word document, as its next version, which can be read before it is sent for signature; with `fixed` a copy of a PDF that looks the same on every screen and in print. 409 unless the contract is in Signing, for a document with tracked changes, comments or hidden text unless `changes` says what becomes of them, for a PDF of which no fixed copy can be made or is needed, and where the installation cannot make PDFs: `canMakePdf` of the signature requests says so.',
    creates: Type.Object(
      { version: Type.Integer({ description: 'The new version of the document.' }) },
      { title: 'PdfToSign', examples: [{ version: 3 }] },
    ),
    handler: (request) =>
      makePdfToSign(app, actorOf(request), idOf(request.params.contractId), pdfFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/signatureRequests', {
    config: { ...changing, documentedBodies: newRequestBody },
    summary: 'Send a contract for signature',
    description:
      'Adds a page for the signatures to the document, a PDF, and sends the signers a secret address by mail. Until the request has ended, the contract and its document cannot be changed. After the last signature the contract becomes Executed, and its signed copy is recorded. With a signing service the document gets no page, and the service asks the signers. 409 unless it is in Signing, and for a PDF that can look different from what is shown, with what can change: `fixed` of the PDF to sign makes a copy without that.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: (request) =>
      sendForSignature(app, actorOf(request), idOf(request.params.contractId), requestFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/signatureRequests/:requestId/reminders', {
    config: changing,
    operationId: 'remindSigners',
    summary: 'Remind the signers',
    description:
      'Those who have been asked and have not signed get another mail, with a new address in place of the old one. 409 within ten minutes of the last one.',
    handler: (request) => remindSigners(app, actorOf(request), idsOf(request.params)),
  })

  onPost(server, '/v2/contracts/:contractId/signatureRequests/:requestId/replacements', {
    config: { ...changing, documentedBodies: replacementBody },
    operationId: 'replaceSigner',
    summary: 'Replace a signer',
    description:
      'Somebody else is asked in the same place of the order; the address of the signer before opens nothing any more. 409 for a signer who has signed, and when the request has ended.',
    handler: (request) =>
      replaceSigner(app, actorOf(request), idsOf(request.params), replacementFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/signatureRequests/:requestId/unlocks', {
    config: { ...changing, documentedBodies: unlockBody },
    operationId: 'unlockSigner',
    summary: 'Let a signer try again',
    description:
      'Ends the wait after too many wrong codes, which `locked` of the signer shows. 409 when the request has ended.',
    handler: (request) =>
      unlockSigner(app, actorOf(request), idsOf(request.params), placeFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/signatureRequests/:requestId/void', {
    config: { ...changing, documentedBodies: voidingBody, errors: ['conflict', 'unavailable'] },
    operationId: 'voidSignatureRequest',
    summary: 'Void a signature request',
    description:
      'Nobody can sign any more, and the contract can be changed again. The version with the signatures so far stays among the versions of its document. One that was sent with a signing service is voided there first: 409 if it has ended there meanwhile, and 503 when the service does not answer, unless it is voided here only.',
    handler: (request) =>
      voidRequest(app, actorOf(request), idsOf(request.params), voidingFromV2(request.body)),
  })
}

const idsOf = ({ contractId, requestId }: { readonly contractId: string; readonly requestId: string }) => ({
  contractId: idOf(contractId),
  requestId: idOf(requestId),
})
