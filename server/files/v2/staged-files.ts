// v2 of staged uploads: what was uploaded for a contract that does not exist yet, for its sender.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { getStagedUpload } from '../uploads/staged-uploads.ts'

const moment = Type.String({ format: 'date-time' })

const stagedFileSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The id that it has as the document of the contract.' }),
    name: Type.String(),
    contentType: Type.String(),
    size: Type.Integer({ format: 'int64' }),
    created: Type.Object({ dateUtc: moment }),
    expires: Type.Object(
      { dateUtc: moment },
      { description: 'When it is deleted unless a contract uses it.' },
    ),
  },
  {
    examples: [
      {
        id: 1204,
        name: 'Lease.docx',
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        size: 48_213,
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        expires: { dateUtc: '2026-03-03T09:00:00.000Z' },
      },
    ],
  },
)

/** Where the sender of a staged upload finds it. */
export const stagedFilePath = (id: number): string => `/v2/stagedFiles/${id}`

export const stagedFileRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/stagedFiles/:fileId', {
    config: { access: { right: 'use' } },
    summary: 'Get a file that waits for its contract',
    description:
      'A file that you uploaded with `ContractCreation`, until a contract uses it or a day has passed; then 404. Nobody else sees it.',
    returns: stagedFileSchema,
    handler: async (request) => {
      const staged = await getStagedUpload(app, actorOf(request), idOf(request.params.fileId))
      const { createdAt, expiresAt, ...file } = staged
      return {
        ...file,
        created: { dateUtc: createdAt.toISOString() },
        expires: { dateUtc: expiresAt.toISOString() },
      }
    },
  })
}
