// v2 of editing Word documents: their text by paragraphs, the draft of what is edited, and saving it as a version.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { discardDraft, getDraft, keepDraft } from '../editing/draft.ts'
import { editFile, getEditableText } from '../editing/edit-file.ts'
import {
  draftSchema,
  draftToV2,
  editableTextSchema,
  editableTextToV2,
  editedSchema,
  editedToV2,
  newDraftExample,
  newDraftFromV2,
  newDraftSchema,
  newEditsExample,
  newEditsFromV2,
  newEditsSchema,
} from './editing.wire.ts'

const use = { access: { right: 'use' } } as const

const refOf = (params: { readonly fileId: string; readonly version: string }) => ({
  fileId: idOf(params.fileId),
  version: idOf(params.version),
})

export const editingRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/versions/:version/paragraphs', {
    config: { ...use, etag: true },
    operationId: 'listFileVersionParagraphs',
    summary: 'Get the text of a version to edit',
    description:
      'The paragraphs of a Word document as they read with all tracked changes accepted, headers, footers and notes included. 409 for what is no Word document, 400 for one that is damaged or too much to be read. The ETag is that of the file.',
    returns: editableTextSchema,
    handler: async (request, reply) => {
      const text = await getEditableText(app, actorOf(request), refOf(request.params))
      reply.header('etag', etagOf(text.revision))
      return editableTextToV2(text)
    },
  })

  onPost(server, '/v2/files/:fileId/versions/:version/edits', {
    config: { ...use, ifMatch: true, documentedBodies: jsonBody(newEditsSchema, newEditsExample) },
    operationId: 'editFileVersion',
    summary: 'Edit a version',
    description:
      'Makes a new version in which the edits are tracked changes by the caller; words that stay keep how they look, and nothing else in the document changes. Your draft and your lock for editing end with it. Only of the current version: 409 if there is a later one, and with If-Match 412 unless the file is as you have read it. 409 as well while the document is out for signature or signed and if the text is what it was, and 423 while somebody else has locked it.',
    creates: editedSchema,
    handler: async (request, reply) => {
      const edited = await editFile(app, actorOf(request), {
        ...refOf(request.params),
        edits: newEditsFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      reply.header('location', `/v2/files/${edited.fileId}`)
      return editedToV2(edited)
    },
  })

  onGet(server, '/v2/files/:fileId/draft', {
    config: use,
    summary: 'Get your draft of a file',
    description: 'What you have edited and not saved as a version; 404 without any. Nobody else sees it.',
    returns: draftSchema,
    handler: async (request) => draftToV2(await getDraft(app, actorOf(request), idOf(request.params.fileId))),
  })

  onPut(server, '/v2/files/:fileId/draft', {
    config: { ...use, documentedBodies: jsonBody(newDraftSchema, newDraftExample) },
    operationId: 'keepFileDraft',
    summary: 'Keep your draft of a file',
    description:
      'In place of the one before: one for each person and file, which is kept until it is saved or discarded. It needs no lock, since nothing of the file changes. 409 for what is no Word document.',
    handler: (request) =>
      keepDraft(app, actorOf(request), {
        fileId: idOf(request.params.fileId),
        ...newDraftFromV2(request.body),
      }),
  })

  onDelete(server, '/v2/files/:fileId/draft', {
    config: use,
    summary: 'Discard your draft of a file',
    description: 'Nothing happens without one.',
    handler: (request) => discardDraft(app, actorOf(request), idOf(request.params.fileId)),
  })
}
