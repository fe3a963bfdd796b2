// v2 of files: list, details, content, update, deletion.
import { kinds } from '../../records/kinds.ts'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import {
  fileColumnsV2,
  fileFolder,
  fileProperties,
  fileSchema,
  fileShownFrom,
  fileToV2,
  oneFileSchema,
  oneFileToV2,
} from '../../http/v2/files.wire.ts'
import { choiceIn, given, idIn, neverNull, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { updateFile } from '../commands/update-file.ts'
import { deleteFile } from '../commands/delete-file.ts'
import { countVisibleFiles, fileListing, getFileRow, listVisibleFiles } from '../lists/list-all.ts'
import { conflictResolutions } from '../file.ts'
import { getFileContent } from '../read-file.ts'
import { fileInputNames } from './uploads.wire.ts'

const use = { access: { right: 'use' } } as const
const fileId = pathIds('fileId')

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/files', {
    config: use,
    summary: 'List files and folders',
    description: `Those of all matters and contracts that you may see, including the documents of contracts. For one record use $filter=Resource/Type eq '${kinds.matter.type}' and Resource/Id eq 17.`,
    item: fileSchema,
    properties: fileProperties,
    columns: fileShownFrom,
    rows: (reading, actor) => ({
      listing: fileListing(reading),
      read: (asked) => listVisibleFiles(reading, actor, asked),
      count: (query) => countVisibleFiles(reading, actor, query),
    }),
    toV2: fileToV2,
  })

  onGet(server, '/v2/files/:fileId', {
    config: { ...use, recent: 'File' },
    summary: 'Get a file or folder',
    description: 'With the folders that contain it, innermost first, and who has locked it.',
    returns: oneFileSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = idOf(request.params.fileId)
      const row = await getFileRow(app, actor, { id }, fileColumnsV2)
      request.viewed = { organisationId: Number(row['organisationId']) }
      reply.header('etag', etagOf(Number(row['revision'])))
      return oneFileToV2(row, app.clock.now())
    },
  })
}

const contentRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/files/:fileId/content',
    {
      config: use,
      schema: {
        summary: 'Download a file',
        description:
          'The content of the current version, or of `version`, or one Range of it. 409 for a document that is kept in another store; `detail` gives its address.',
        params: fileId,
        querystring: Type.Object({
          version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the current one.' })),
        }),
        response: contentAnswers('The file; Content-MD5 is the checksum of all of it.'),
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.fileId)
      return sendFound(request, reply, async () => {
        const { md5, ...content } = await getFileContent(app, actorOf(request), id, request.query.version)
        // of the bytes that are sent: a range has none
        if (request.headers.range === undefined) reply.header('content-md5', md5.toString('base64'))
        return content
      })
    },
  )
}

const writtenNames = ['name', 'folder', 'description', 'restricted', 'onConflict', 'comments']
const readOnlyNames = Object.keys(oneFileSchema.properties).filter((name) => !writtenNames.includes(name))
const changes = Type.Object(
  {
    name: nullable<string>('string'),
    folder: fileFolder,
    description: nullable<string>('string', { maxLength: 4000 }),
    restricted: nullable<boolean>('boolean', {
      description: 'Private: visible to who added it and to those who may change the record.',
    }),
    onConflict: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: [...conflictResolutions],
        description: 'What to do if the folder has a file of that name; absent: 409.',
      }),
    ),
    comments: nullable<string>('string', {
      maxLength: 4000,
      description: 'What was changed in the current version, or in the one that it becomes.',
    }),
  },
  { additionalProperties: false },
)

const changeRoutes: RouteModule = (server, app) => {
  onPatch(server, '/v2/files/:fileId', {
    config: {
      ifMatch: true,
      ...use,
      documentedBodies: mergePatchBody(changes, { name: 'Floor plans.pdf', folder: { id: 4711 } }),
      inputNames: fileInputNames,
    },
    summary: 'Rename, move, describe or restrict a file',
    description:
      'A merge patch: another name, another folder of the same record or null for its root, a description, whether it is private, comments on the current version. A name that is taken is a conflict, unless onConflict says what to do: with SaveVersion and Replace the content goes to the file that has the name, Location leads there, and this file goes to the bin.',
    handler: async (request, reply) => {
      const properties = propertiesOf(request.body, writtenNames, readOnlyNames)
      const wanted = given({
        name: neverNull('name', textIn(properties, 'name')),
        folderId: idIn(properties, 'folder'),
        description: textIn(properties, 'description', { longest: 4_000 }),
        isPrivate: truthIn(properties, 'restricted'),
        onConflict: choiceIn(properties, 'onConflict', conflictResolutions) ?? undefined,
        comments: textIn(properties, 'comments', { longest: 4_000 }),
      })
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.fileId)
      const remaining = await updateFile(app, actorOf(request), id, ({ file }) => {
        checkVersion(file.revision)
        return wanted
      })
      if (remaining !== id) reply.header('location', `/v2/files/${remaining}`)
    },
  })

  onDelete(server, '/v2/files/:fileId', {
    config: { ...use, ifMatch: true },
    summary: 'Delete a file or folder',
    description: 'Moves it to the bin, a folder with everything in it. An administrator can restore it.',
    handler: async (request) => {
      const checkVersion = versionCheck(request)
      await deleteFile(app, actorOf(request), idOf(request.params.fileId), ({ revision }) =>
        checkVersion(revision),
      )
    },
  })
}

export const fileRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, contentRoutes, changeRoutes]) routes(server, app)
}
