// v2 of links: documents kept in another store, in the folders of matters and contracts. Everything that can be done
// with a file can be done with a link at /v2/files as well.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { updateFileLink } from '../commands/update-file-link.ts'
import { createFileLink } from '../commands/create-file-link.ts'
import { fileLinkRows } from '../lists/list-all.ts'
import { resolveTarget } from '../uploads/upload-target.ts'
import {
  fileLinkChangesFromV2,
  fileLinkChangesSchema,
  fileLinkColumns,
  fileLinkExample,
  fileLinkProperties,
  fileLinkSchema,
  fileLinkShownFrom,
  fileLinkToV2,
  newFileLinkExample,
  newFileLinkFromV2,
  newFileLinkSchema,
} from './file-links.wire.ts'
import { namedInBody, fileInputNames } from './uploads.wire.ts'

const config = { access: { right: 'use' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/fileLinks', {
    config,
    summary: 'List links',
    description:
      'Documents kept in another store that are linked into matters and contracts you may see. GET /v2/files lists them among all files.',
    item: fileLinkSchema,
    properties: fileLinkProperties,
    columns: fileLinkShownFrom,
    rows: fileLinkRows,
    toV2: fileLinkToV2,
  })

  onGet(server, '/v2/fileLinks/:fileId', {
    config: { ...config, recent: 'File' },
    summary: 'Get a link',
    description: 'With the address of its document. The id is the id of the file.',
    returns: fileLinkSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = idOf(request.params.fileId)
      const row = await fileLinkRows(app, actor).get(id, fileLinkColumns)
      reply.header('etag', etagOf(Number(row['revision'])))
      return fileLinkToV2(row)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/fileLinks', {
    config: { ...config, documentedBodies: jsonBody(newFileLinkSchema, newFileLinkExample) },
    summary: 'Link a document',
    description:
      'Adds a document that is kept in another store to a matter or contract, as one of its files. Every member of the record may do so. A name that is taken is a conflict.',
    creates: fileLinkSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { target, link } = newFileLinkFromV2(request.body)
      const { subject } = await namedInBody('resource', () => resolveTarget(app, actor, target))
      const id = await namedInBody('folder', () => createFileLink(app, actor, subject, link))
      const row = await fileLinkRows(app, actor).get(id, fileLinkColumns)
      reply.header('location', `/v2/fileLinks/${id}`)
      return fileLinkToV2(row)
    },
  })

  onPatch(server, '/v2/fileLinks/:fileId', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: mergePatchBody(fileLinkChangesSchema, {
        externalWebUri: fileLinkExample.externalWebUri,
      }),
      inputNames: fileInputNames,
    },
    summary: 'Update a link',
    description:
      'A merge patch, for the person who created the link and those who may change its record. With If-Match, only if the version is the one you have read.',
    handler: async (request) => {
      const changes = fileLinkChangesFromV2(request.body)
      const checkVersion = versionCheck(request)
      const check = ({ revision }: { readonly revision: number }) => checkVersion(revision)
      const id = idOf(request.params.fileId)
      await updateFileLink(app, actorOf(request), id, { changes, check })
    },
  })
}

export const fileLinkRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
