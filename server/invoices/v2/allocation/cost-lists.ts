// v2 of cost centres and legal entities, which have the same calls.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { given, needed, neverNull, propertiesOf, textIn, truthIn } from '../../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import { nullableObject, textOf } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { createCostEntry, deleteCostEntry, updateCostEntry } from '../../allocation/change-cost-lists.ts'
import { type CostListName, costLists, longestCode } from '../../allocation/cost-list.ts'
import { costEntryRows } from '../../allocation/list-cost-lists.ts'

const use = { access: { right: 'read-libraries' } } as const
const administer = { access: { right: 'administer' } } as const

const written = {
  code: Type.String({ minLength: 1, maxLength: longestCode, description: 'In the finance system.' }),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  active: Type.Boolean({
    description: 'Whether it can be chosen; what names it already goes on showing it.',
  }),
} as const
const closed = { additionalProperties: false }

const when = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true })
const whenToV2 = (at: unknown) => (at instanceof Date ? { dateUtc: at.toISOString() } : null)

/** The properties that these lists can be filtered and sorted by. */
export const costEntryProperties: Properties = {
  Id: sorted('id'),
  Code: sorted('code'),
  Name: sorted('name'),
  Active: sorted('active'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('modifiedAt'),
}

const columns = ['id', 'code', 'name', 'active', 'version', 'createdAt', 'modifiedAt']

const entryToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  code: textOf(row, 'code'),
  name: textOf(row, 'name'),
  active: row['active'] === true,
  version: Number(row['version']),
  created: whenToV2(row['createdAt']),
  modified: whenToV2(row['modifiedAt']),
})

const entryFromV2 = (body: unknown) => {
  const sent = propertiesOf(body, Object.keys(written), ['id', 'version', 'created', 'modified'])
  return given({
    code: neverNull('code', textIn(sent, 'code')),
    name: neverNull('name', textIn(sent, 'name')),
    active: truthIn(sent, 'active'),
  })
}

/** How the calls of a list are called. */
interface Described {
  readonly list: CostListName
  /** Of the schema: `CostCentre`. */
  readonly title: string
  readonly many: string
  readonly example: { readonly id: number; readonly code: string; readonly name: string }
}

const described: readonly Described[] = [
  {
    list: 'costCentres',
    title: 'CostCentre',
    many: 'cost centres',
    example: { id: 12, code: '4100', name: 'Litigation' },
  },
  {
    list: 'legalEntities',
    title: 'LegalEntity',
    many: 'legal entities',
    example: { id: 3, code: 'HF', name: 'Harbour Foods Ltd' },
  },
]

const schemaOf = ({ title, example }: Described) =>
  Type.Object(
    {
      id: Type.Integer({ readOnly: true }),
      ...written,
      version: Type.Integer({ readOnly: true }),
      created: when,
      modified: when,
    },
    {
      title,
      examples: [
        {
          ...example,
          active: true,
          version: 1,
          created: { dateUtc: '2026-03-02T09:00:00.000Z' },
          modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
        },
      ],
    },
  )

const pathsOf = {
  costCentres: { all: '/v2/costCentres', one: '/v2/costCentres/:entryId' },
  legalEntities: { all: '/v2/legalEntities', one: '/v2/legalEntities/:entryId' },
} as const

const readRoutesOf =
  (of: Described): RouteModule =>
  (server, app) => {
    const schema = schemaOf(of)
    onList(server, app, pathsOf[of.list].all, {
      config: use,
      summary: `List ${of.many}`,
      description: 'Those of your organisation. To choose from: $filter=Active eq true.',
      item: schema,
      properties: costEntryProperties,
      columns,
      rows: (reading, actor) => costEntryRows(reading, actor, of.list),
      toV2: entryToV2,
    })

    onGet(server, pathsOf[of.list].one, {
      config: { ...use, etag: true },
      operationId: `get${of.title}`,
      summary: `Get a ${costLists[of.list].one}`,
      description: 'Of your organisation.',
      returns: schema,
      handler: async (request, reply) => {
        const row = await costEntryRows(app, actorOf(request), of.list).get(
          idOf(request.params.entryId),
          columns,
        )
        reply.header('etag', etagOf(Number(row['version'])))
        return entryToV2(row)
      },
    })
  }

const writeRoutesOf =
  (of: Described): RouteModule =>
  (server, app) => {
    const { list, example } = of
    const { one } = costLists[list]
    const sent = { code: example.code, name: example.name }

    onPost(server, pathsOf[list].all, {
      config: {
        ...administer,
        documentedBodies: jsonBody(
          Type.Object({ ...written, active: Type.Optional(written.active) }, closed),
          sent,
        ),
      },
      operationId: `create${of.title}`,
      summary: `Create a ${one}`,
      description: 'A code that another one has is 409.',
      creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: example.id }] }),
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { code, name, active = true } = entryFromV2(request.body)
        const entry = { code: needed('code', code), name: needed('name', name), active }
        const id = await createCostEntry(app, actor, { list, organisationId: actor.organisationId }, entry)
        reply.header('location', `${pathsOf[list].all}/${id}`)
        return { id }
      },
    })

    onPatch(server, pathsOf[list].one, {
      config: {
        ...administer,
        ifMatch: true,
        documentedBodies: mergePatchBody(Type.Partial(Type.Object(written, closed)), { active: false }),
      },
      operationId: `update${of.title}`,
      summary: `Update a ${one}`,
      description: 'An inactive one can no longer be chosen; what names it goes on showing it.',
      handler: async (request) => {
        const entry = { list, id: idOf(request.params.entryId), checkVersion: versionCheck(request) }
        await updateCostEntry(app, actorOf(request), entry, entryFromV2(request.body))
      },
    })

    onDelete(server, pathsOf[list].one, {
      config: administer,
      operationId: `delete${of.title}`,
      summary: `Delete a ${one}`,
      description:
        'One that nothing names. One that is used is 409: replace it by another one, or set it to inactive.',
      handler: (request) =>
        deleteCostEntry(app, actorOf(request), { list, id: idOf(request.params.entryId) }),
    })
  }

export const costListRoutes: RouteModule = (server, app) => {
  for (const of of described) for (const routes of [readRoutesOf(of), writeRoutesOf(of)]) routes(server, app)
}
