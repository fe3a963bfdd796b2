// v2 of archives: many files in one download.
import { kindNames } from '../../records/kinds.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { sendMade } from '../../http/responses/send-content.ts'
import { badInput } from '../../platform/errors.ts'
import { type ArchiveOf, mostIds, openArchive } from '../archive.ts'

const largestId = 2_147_483_647

export const fileArchiveRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/files/archive', {
    config: { access: { right: 'use' } },
    operationId: 'downloadFileArchive',
    summary: 'Download many files as one zip archive',
    description:
      'By ids, of which folders come with everything in them, or everything on a record. The archive is streamed: if a content is lost or damaged, the connection ends before the archive is complete. Linked documents are left out.',
    querystring: Type.Object({
      ids: Type.Optional(
        Type.String({ description: `Files and folders, separated by commas; at most ${mostIds}.` }),
      ),
      record: Type.Optional(
        Type.String({ description: 'Instead of ids: `Matter/17` or `Contract/17`, with all its files.' }),
      ),
    }),
    returns: {
      description: 'The archive.',
      content: {
        'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
      },
    },
    handler: async (request, reply) => {
      const { name, stream } = await openArchive(app, actorOf(request), archiveFrom(request.query))
      return sendMade(reply, { name, contentType: 'application/zip', content: stream })
    },
  })
}

function archiveFrom({ ids, record }: { readonly ids?: string; readonly record?: string }): ArchiveOf {
  if ((ids === undefined) === (record === undefined)) {
    throw badInput('ids', 'must be given, or record instead of it.')
  }
  if (record !== undefined) {
    const [, named = '', id] = /^(\w+)\/([1-9]\d{0,9})$/.exec(record.trim()) ?? []
    const kind = kindNames.find((each) => each === named.toLowerCase())
    if (kind === undefined || Number(id) > largestId) {
      throw badInput('record', 'must be a matter or a contract, such as Contract/17.')
    }
    return { record: { kind, id: Number(id) } }
  }
  const numbers = (ids ?? '').split(',').map((text) => (/^\s*[1-9]\d{0,9}\s*$/.test(text) ? Number(text) : 0))
  if (numbers.some((id) => id < 1 || id > largestId))
    throw badInput('ids', 'must be ids separated by commas.')
  return { ids: numbers }
}
