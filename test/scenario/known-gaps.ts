// Properties that no scenario can give a value, each with the reason.

const ownFilesOnly = 'files lie in our own storage only, never in a store that is linked to'

export const knownGaps: Readonly<Record<string, string>> = {
  'GET /matter-apis/v1/mattercategories 200 [].parentId': 'nothing is above the top of the tree',
  'GET /file-apis/v1/files/{fileId} 200 externalContentType': ownFilesOnly,
  'GET /file-apis/v1/files/{fileId} 200 externalWebUri': ownFilesOnly,
}
