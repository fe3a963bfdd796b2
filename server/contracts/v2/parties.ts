// v2 of the parties that contracts are made with: the organisation's list, from which fields of contracts and matters
// name one.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { namesV2 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { idIn, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { deleteEntity, mergeEntities, renameEntity } from '../commands/change-entities.ts'
import { createEntity } from '../commands/create-entity.ts'
import { nameProblem } from '../contract.ts'
import { entityRows } from '../entity-rows.ts'

const administer = { access: { right: 'administer' } } as const
const name = Type.String({ minLength: 1, maxLength: 255 })

const partySchema = Type.Object(
  { id: Type.Integer({ readOnly: true }), name, created: nullableObject(auditedByUser, { readOnly: true }) },
  { examples: [{ id: 3, name: 'Northwind Shipping Ltd', created: createdExample }] },
)
const namedSchema = Type.Object({ name }, { additionalProperties: false })

/** What the list of parties can be filtered and sorted by. */
export const partyProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
}

const columns = ['id', 'name', 'createdAt', ...userColumns('createdBy')]
const partyToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  created: auditedToV2(row, 'created'),
})

function nameFromV2(body: unknown): string {
  const given = textIn(propertiesOf(body, ['name'], ['id', 'created']), 'name') ?? ''
  const problem = nameProblem(given)
  if (problem !== undefined) throw badInput('name', problem)
  return given
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/contractParties', {
    config: { access: { right: 'use' } },
    summary: 'List contract parties',
    description: 'The parties on the list of your organisation, which fields of contracts and matters name.',
    item: partySchema,
    properties: partyProperties,
    columns,
    rows: entityRows,
    toV2: partyToV2,
  })

  onGet(server, '/v2/contractParties/:partyId', {
    config: { access: { right: 'use' } },
    summary: 'Get a contract party',
    description: 'One party of the list.',
    returns: partySchema,
    handler: async (request, reply) => {
      const rows = entityRows(app, actorOf(request))
      const row = await rows.get(idOf(request.params.partyId), [...columns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return partyToV2(row)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/contractParties', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: jsonBody(namedSchema, { name: 'Northwind Shipping Ltd' }),
    },
    summary: 'Add a contract party',
    description: 'A name is unique in an organisation, in any case: otherwise 409.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: async (request, reply) => {
      const id = await createEntity(app, actorOf(request), nameFromV2(request.body))
      reply.header('location', `/v2/contractParties/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/contractParties/:partyId', {
    config: {
      ...administer,
      ifMatch: true,
      documentedBodies: mergePatchBody(namedSchema, { name: 'Northwind Ltd' }),
    },
    summary: 'Rename a contract party',
    description: 'Wherever it is named. 409 when another one has the name: merge the two.',
    handler: (request) => {
      const party = { id: idOf(request.params.partyId), checkVersion: versionCheck(request) }
      return renameEntity(app, actorOf(request), party, nameFromV2(request.body))
    },
  })

  onDelete(server, '/v2/contractParties/:partyId', {
    config: administer,
    summary: 'Delete a contract party',
    description: 'That no contract and no matter names: otherwise 409 with their number.',
    handler: (request) => deleteEntity(app, actorOf(request), idOf(request.params.partyId)),
  })

  onPost(server, '/v2/contractParties/:partyId/merge', {
    config: {
      ...administer,
      documentedBodies: jsonBody(
        Type.Object({ into: Type.Object({ id: Type.Integer() }) }, { additionalProperties: false }),
        { into: { id: 4 } },
      ),
      inputNames: namesV2({}),
    },
    summary: 'Merge a contract party into another one',
    description:
      'Every contract and matter that names it names the other one afterwards, as an update of each; it goes off the list.',
    handler: async (request) => {
      const into = idIn(propertiesOf(request.body, ['into']), 'into')
      if (typeof into !== 'number')
        throw badInput('into', 'is missing: the party that stays, such as {"id": 5}.')
      await mergeEntities(app, actorOf(request), { from: idOf(request.params.partyId), into })
    },
  })
}

export const contractPartyRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
