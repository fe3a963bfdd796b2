// v2 of the versions of a file: the list, and the content, text and mail of each.
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { listVersions } from '../list-versions.ts'
import { getFileContent } from '../read-file.ts'
import { getVersionText } from '../texts/version-text.ts'
import { getMailAttachment, getVersionMail } from '../version-mail.ts'
import { mailSchema, mailToV2, versionsSchema, versionTextSchema, versionToV2 } from './versions.wire.ts'

const use = { access: { right: 'use' } } as const
const ofVersion = pathIds('fileId', 'version')

const contentRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/versions', {
    config: use,
    summary: 'List the versions of a file',
    description:
      'The latest first, with the comments they were uploaded with, and whether their texts can be searched. A folder and a linked document have none.',
    returns: versionsSchema,
    handler: async (request) => {
      const versions = await listVersions(app, actorOf(request), idOf(request.params.fileId))
      return { items: versions.map(versionToV2) }
    },
  })

  server.get(
    '/v2/files/:fileId/versions/:version/content',
    {
      config: use,
      schema: {
        summary: 'Download a version of a file',
        description: 'The content, or one Range of it. A version that does not exist is 404.',
        params: ofVersion,
        response: contentAnswers('The file.'),
      },
    },
    async (request, reply) => {
      const [id, version] = [idOf(request.params.fileId), idOf(request.params.version)]
      return sendFound(request, reply, () => getFileContent(app, actorOf(request), id, version))
    },
  )

  onGet(server, '/v2/files/:fileId/versions/:version/text', {
    config: use,
    summary: 'Get the text of a version',
    description:
      'Its paragraphs, with the page where the format has pages, and the level of headings: for reading, and for comparing two versions. `state` says why there is none.',
    returns: versionTextSchema,
    handler: async (request) => {
      const [id, version] = [idOf(request.params.fileId), idOf(request.params.version)]
      const { state, reason, complete, paragraphs } = await getVersionText(app, actorOf(request), id, version)
      return { state, reason, complete, paragraphs: [...paragraphs] }
    },
  })
}

const mailRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/files/:fileId/versions/:version/mail', {
    config: use,
    summary: 'Get a version that is a mail',
    description:
      'Of an .eml or .msg file. `html` is safe to show: nothing in it runs and nothing is loaded from elsewhere, so pictures are left out. 409 for a file that is no mail.',
    returns: mailSchema,
    handler: async (request) => {
      const which = { id: idOf(request.params.fileId), version: idOf(request.params.version) }
      return mailToV2(await getVersionMail(app, actorOf(request), which), which)
    },
  })

  server.get(
    '/v2/files/:fileId/versions/:version/mail/attachments/:number',
    {
      config: use,
      schema: {
        summary: 'Download an attachment of a mail',
        description: 'By its number in the list of attachments.',
        params: pathIds('fileId', 'version', 'number'),
        response: contentAnswers('The attachment.'),
      },
    },
    async (request, reply) => {
      const { fileId, version, number } = request.params
      const which = { id: idOf(fileId), version: idOf(version), place: idOf(number) }
      return sendFound(request, reply, () => getMailAttachment(app, actorOf(request), which))
    },
  )
}

export const fileVersionRoutesV2: RouteModule = (server, app) => {
  for (const routes of [contentRoutes, mailRoutes]) routes(server, app)
}
