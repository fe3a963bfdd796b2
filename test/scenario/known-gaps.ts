// Properties that no scenario can give a value, each with the reason.

const noInboundMail = 'there is no inbound mail, so no address of it'
const ownFilesOnly = 'files lie in our own storage only, never in a store that is linked to'

export const knownGaps: Readonly<Record<string, string>> = {
  'GET /matter-apis/v1/mattercategories 200 [].parentId': 'nothing is above the top of the tree',
  'GET /matter-apis/v1/matters/{matterId} 200 matterSpecificEmail': noInboundMail,
  'GET /contract-apis/v1/contracts/{contractId} 200 contractSpecificEmail': noInboundMail,
  'POST /account-apis/v1/auth/token 200 emailDomain': noInboundMail,
  'GET /file-apis/v1/files/{fileId} 200 externalContentType': ownFilesOnly,
  'GET /file-apis/v1/files/{fileId} 200 externalWebUri': ownFilesOnly,
}
