// v2 of offered versions that came by mail to the address of a contract.
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { declineMailedVersion, listMailedVersions, takeMailedVersion } from '../sharing/mailed-version.ts'
import { acceptanceBody, acceptanceFromV2 } from './document-shares.wire.ts'
import { mailedVersionsSchema, mailedVersionsToV2 } from './mailed-versions.wire.ts'

const use = { access: { right: 'use' } } as const
const deciding = { ...use, errors: ['conflict'] } as const

export const mailedVersionRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/mailedVersions', {
    config: use,
    operationId: 'listMailedVersions',
    summary: 'List what came by mail as a version of the document',
    description:
      'Attachments of mails to the address of the contract that have the type of its document, or its name: they are files of the contract, and a version of the document only when somebody takes them as one. The latest 100 first, as far as you see the files. `document` is null while no version is taken: it is being signed, was signed or is locked by somebody else, or the contract is executed or over.',
    returns: mailedVersionsSchema,
    handler: async (request) =>
      mailedVersionsToV2(await listMailedVersions(app, actorOf(request), idOf(request.params.contractId))),
  })

  onPost(server, '/v2/contracts/:contractId/mailedVersions/:versionId/accept', {
    config: { ...deciding, documentedBodies: acceptanceBody },
    operationId: 'acceptMailedVersion',
    summary: 'Take what came by mail as a new version',
    description:
      'It becomes the next version of the document, in the name of who sent the mail, and stays among the files as it came. One that was declined can be taken as well. 409 when the document has another version than the one named, or is out for signature or signed. Raises contract.document.updated.',
    handler: (request) =>
      takeMailedVersion(app, actorOf(request), versionOf(request.params), acceptanceFromV2(request.body)),
  })

  onPost(server, '/v2/contracts/:contractId/mailedVersions/:versionId/decline', {
    config: deciding,
    operationId: 'declineMailedVersion',
    summary: 'Say that what came by mail is no version',
    description: 'It stays among the files, and nobody is asked about it any more.',
    handler: (request) => declineMailedVersion(app, actorOf(request), versionOf(request.params)),
  })
}

const versionOf = ({
  contractId,
  versionId,
}: {
  readonly contractId: string
  readonly versionId: string
}) => ({
  contractId: idOf(contractId),
  versionId: idOf(versionId),
})
