// v2 of leaving: exporting an organisation, and asking for its deletion.
import Type from 'typebox'
import { pathIds } from '../../../http/ids.ts'
import { sendMade } from '../../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { nullableObject } from '../../../http/v2/references.wire.ts'
import { cancelDeletion, getDeletion, requestDeletion, type RequestedDeletion } from '../deletion.ts'
import { exportOrganisation } from '../export-organisation.ts'
import { ownOrganisation } from './own-organisation.ts'

const administer = { access: { right: 'administer' } } as const
const params = pathIds('organizationId')
const longestReason = 1_000

const deletionSchema = Type.Object(
  {
    requested: Type.Object({
      dateUtc: Type.String({ format: 'date-time' }),
      user: nullableObject(
        { id: Type.String({ format: 'uuid' }) },
        { description: 'Null for the operator.' },
      ),
    }),
    due: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
    reason: Type.String(),
    holds: Type.Integer({
      description: 'How many records are under a legal hold. As long as there is one, nothing is deleted.',
    }),
  },
  {
    examples: [
      {
        requested: {
          dateUtc: '2026-03-02T09:00:00.000Z',
          user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' },
        },
        due: { dateUtc: '2026-04-01T09:00:00.000Z' },
        reason: 'The department moves to another system.',
        holds: 0,
      },
    ],
  },
)

const deletionToV2 = ({ requestedAt, requestedBy, dueAt, reason, holds }: RequestedDeletion) => ({
  requested: {
    dateUtc: requestedAt.toISOString(),
    user: requestedBy === null ? null : { id: requestedBy },
  },
  due: { dateUtc: dueAt.toISOString() },
  reason,
  holds,
})

const deletionBody = jsonBody(
  Type.Object(
    {
      name: Type.String({ description: 'The name of the organisation, as a confirmation.' }),
      reason: Type.String({ minLength: 1, maxLength: longestReason }),
    },
    { additionalProperties: false },
  ),
  { name: 'Harbour Group', reason: 'The department moves to another system.' },
)

function deletionFromV2(body: unknown) {
  const properties = propertiesOf(body, ['name', 'reason'])
  const text = (name: string, longest?: number) =>
    needed(name, neverNull(name, textIn(properties, name, longest === undefined ? {} : { longest })))
  return { name: text('name'), reason: text('reason', longestReason) }
}

const exportRoute: RouteModule = (server, app) => {
  server.get(
    '/v2/organizations/:organizationId/export',
    {
      config: { ...administer, act: 'exports' },
      schema: {
        summary: 'Export an organisation',
        description:
          'Your own, as one zip archive: a file of JSON lines for each table, a list of the contents of all files, the contents, and last a manifest with sizes and hashes. Rows and list are of one moment, whatever is changed meanwhile. Passwords and other secrets are left out. The manifest names contents that are lost, damaged, or were deleted for good since. 503 while the file storage cannot be reached; if it is lost later, the connection ends before the archive is complete.',
        params,
        produces: ['application/zip'],
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const organisationId = ownOrganisation(actor, request.params.organizationId)
      const { name, stream } = await exportOrganisation(app, actor, organisationId)
      return sendMade(reply, { name: `${name}.zip`, contentType: 'application/zip', content: stream })
    },
  )
}

const deletionRoutes: RouteModule = (server, app) => {
  onPut(server, '/v2/organizations/:organizationId/deletion', {
    config: { ...administer, act: 'deletion', documentedBodies: deletionBody },
    operationId: 'requestOrganizationDeletion',
    summary: 'Ask for the deletion of an organisation',
    description:
      'Your own, with everything in it, in 30 days; until then it can be cancelled, and every administrator gets a mail. 409 without an export of the last 30 days, while a record is under a legal hold, and when it was asked for already. A certificate of what was removed stays with the operator.',
    returns: deletionSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const organisationId = ownOrganisation(actor, request.params.organizationId)
      const asked = { organisationId, ...deletionFromV2(request.body) }
      return deletionToV2(await requestDeletion(app, actor, asked))
    },
  })

  onGet(server, '/v2/organizations/:organizationId/deletion', {
    config: administer,
    summary: 'Get the deletion that was asked for',
    description: 'Of your own organisation. 404 if nobody asked for it.',
    returns: deletionSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      ownOrganisation(actor, request.params.organizationId)
      return deletionToV2(await getDeletion(app.db, actor))
    },
  })

  onDelete(server, '/v2/organizations/:organizationId/deletion', {
    config: administer,
    operationId: 'cancelOrganizationDeletion',
    summary: 'Cancel the deletion of an organisation',
    description: 'Nothing is deleted. 404 if nobody asked for it.',
    handler: async (request) => {
      const actor = actorOf(request)
      await cancelDeletion(app, actor, ownOrganisation(actor, request.params.organizationId))
    },
  })
}

export const offboardingRoutes: RouteModule = (server, app) => {
  for (const routes of [exportRoute, deletionRoutes]) routes(server, app)
}
