// Disputes on the wire, and everything of the kind that the process is put together from.
import Type from 'typebox'
import { fieldUpdateFromV2, fieldValuesV2 } from '../../../server/fields/v2/values.wire.ts'
import { namesV2, pascalCaseNames } from '../../../server/http/input-names.ts'
import { actorOf, type RouteModule } from '../../../server/http/route.ts'
import { onPost } from '../../../server/http/routes.ts'
import { schemaOf, schemasOf } from '../../../server/http/shape.ts'
import { applyToState } from '../../../server/http/v1/json-patch.ts'
import { personProperties, personToV1 } from '../../../server/http/v1/people.wire.ts'
import { valueV1 } from '../../../server/http/v1/shapes.ts'
import { jsonBody, mergePatchBody } from '../../../server/http/v2/bodies.ts'
import {
  choiceIn,
  given,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../../server/http/v2/merge-patch.ts'
import { filtered } from '../../../server/http/v2/odata-properties.ts'
import { nullable, nullableChoice } from '../../../server/http/v2/references.wire.ts'
import { changeOneOf } from '../../../server/http/v2/reports/bulk.ts'
import { listedOf, namedV2, type ShapeV2, userV2, valueV2 } from '../../../server/http/v2/shapes.ts'
import { commonParts } from '../../../server/overview/record-overview.ts'
import { overviewRoute } from '../../../server/overview/v2/overview.ts'
import { getInvolved, getToSee } from '../../../server/records/access.ts'
import { bulkJobs } from '../../../server/records/bulk/commands/keep-bulk-change.ts'
import { formerValues } from '../../../server/platform/events/taken-back.ts'
import { memberCatalogue } from '../../../server/records/members.ts'
import { subjectAccess } from '../../../server/records/subject-access.ts'
import { describeV1, recordRoutesV1 } from '../../../server/records/v1/record-routes.ts'
import { onlyOfEmpty } from '../../../server/records/v2/bulk-fields.ts'
import { memberProperties } from '../../../server/records/v2/filters.wire.ts'
import { type RecordDescriptionV2, recordRoutesV2 } from '../../../server/records/v2/record-routes.ts'
import { reportedRecords } from '../../../server/records/v2/reported-records.ts'
import {
  changeDispute,
  createDispute,
  deleteDispute,
  type DisputeChanges,
  purgedDisputes,
  readDisputeFields,
  removeDisputeMember,
  setDisputeMember,
  updateDispute,
} from './dispute.ts'
import { disputeKind, disputeStatuses } from './dispute-kind.ts'

const shapeV1 = {
  id: valueV1('id', Type.Integer()),
  name: valueV1('name', nullable<string>('string')),
  status: valueV1('status', Type.String()),
  ownerId: valueV1('ownerId', Type.String()),
}
const listed = Object.keys(shapeV1)

const descriptionV1 = describeV1({
  list: {
    scopes: ['All', 'Personal', 'Teams', 'Restricted', 'Intake'],
    properties: {
      names: listed,
      find: (name) => listed.find((each) => each.toLowerCase() === name.toLowerCase()),
      columnOf: (name) => name,
    },
    fallback: listed,
  },
  details: {
    shape: shapeV1,
    schema: schemaOf(shapeV1),
    columns: (context) => disputeKind.list.columns(context, context.caller),
  },
  patch: {
    properties: ['Name', 'Status'],
    inputNames: pascalCaseNames(['Name', 'Status'], {}),
    update: (app, actor, id, { patch, checkVersion }) =>
      changeDispute(app, actor, id, (record) => {
        checkVersion(record.version)
        const { Name, Status } = applyToState(patch, { Name: record.name, Status: record.status })
        return given({ name: Name as string | undefined, status: Status as string | undefined })
      }),
  },
  fields: {
    async get(app, actor, id) {
      const record = await getToSee(disputeKind, app.db, actor, id)
      return { version: record.version, fields: await readDisputeFields(app.db, record) }
    },
    update: updateDispute,
  },
  members: { catalogue: memberCatalogue, columns: {}, properties: personProperties, toV1: personToV1 },
})

const shape = {
  id: valueV2('id', nullable<number>('integer')),
  name: valueV2('name', nullable<string>('string')),
  status: valueV2('status', nullableChoice(disputeStatuses)),
  owner: userV2('owner'),
  teamAssigned: namedV2('team', { thing: true }),
  restricted: valueV2('restricted', nullable<boolean>('boolean')),
  externalId: valueV2('externalId', nullable<string>('string')),
  fields: fieldValuesV2,
} satisfies ShapeV2

const changesSchema = Type.Object(schemasOf(shape))
const inputNames = namesV2({ ownerId: 'owner' })
const filters = {
  properties: { 'Parent/Id': filtered('parentId') },
  collections: { Members: { collection: 'members', properties: memberProperties } },
}

function changesFromV2(body: unknown): DisputeChanges {
  const properties = propertiesOf(body, ['name', 'status', 'owner', 'restricted', 'externalId', 'fields'])
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    status: choiceIn(properties, 'status', disputeStatuses),
    ownerId: neverNull('owner', userIdIn(properties, 'owner')),
    restricted: truthIn(properties, 'restricted'),
    externalId: textIn(properties, 'externalId'),
    fields: fieldUpdateFromV2(properties['fields']),
  })
}

const descriptionV2: RecordDescriptionV2<DisputeChanges, DisputeChanges> = {
  wire: { shape, schema: changesSchema, filters },
  changes: {
    body: mergePatchBody(changesSchema, { name: 'Quay wall' }),
    inputNames,
    read: changesFromV2,
    update: updateDispute,
    delete: deleteDispute,
    kept: 'that is kept for nothing',
  },
  members: { roles: ['Member', 'Owner'], set: setDisputeMember, remove: removeDisputeMember },
  reports: {
    bulk: {
      jobs: bulkJobs,
      takeBack: (app, actor, id, made) =>
        changeDispute(app, actor, id, (record) => formerValues(made, record).own),
      source: reportedRecords(disputeKind, {
        name: 'disputes',
        properties: listedOf(shape),
        filters,
        usual: ['Id', 'Name', 'Status'],
      }),
      read: changesFromV2,
      update: (app, actor, id, { changes, onlyEmpty }) =>
        changeDispute(app, actor, id, (record) => (onlyEmpty ? onlyOfEmpty(changes, record) : changes)),
    },
    schema: changesSchema,
    example: { ids: [17], change: { name: 'Quay wall' } },
    inputNames,
  },
  purged: purgedDisputes,
}

const createRoute: RouteModule = (server, app) =>
  onPost(server, '/v2/disputes', {
    config: {
      access: { right: 'use' },
      documentedBodies: jsonBody(Type.Object({ name: Type.String() }), { name: 'Quay wall' }),
    },
    summary: 'Create a dispute',
    creates: Type.Object({ id: Type.Integer() }),
    handler: async (request) => {
      const name = needed('name', textIn(propertiesOf(request.body, ['name']), 'name'))
      return { id: await createDispute(app, actorOf(request), name ?? '') }
    },
  })

const overview = overviewRoute(
  disputeKind,
  async (app, actor, id) => {
    const seen = await getInvolved(disputeKind, app.db, actor, id)
    const [{ files, messages, ...common }, { detail, core }] = await Promise.all([
      commonParts(disputeKind, app, actor, seen),
      readDisputeFields(app.db, seen.record),
    ])
    const nothing = { moves: [], parent: null, related: [], nextDates: [] }
    return {
      ...common,
      ...nothing,
      forms: { detail, core },
      asked: [],
      needs: new Map(),
      counts: { files, messages },
    }
  },
  descriptionV2.wire,
)

export const disputeParts = {
  kind: disputeKind,
  subjects: subjectAccess(disputeKind),
  purged: purgedDisputes,
  list: descriptionV2.reports.bulk.source,
  changeOne: changeOneOf(descriptionV2.reports.bulk),
  routes: [
    createRoute,
    ...recordRoutesV1(disputeKind, descriptionV1),
    ...recordRoutesV2(disputeKind, descriptionV2),
    overview,
  ],
}
