// v2 of what your organisation calls the statuses of its matters and contracts.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch } from '../../http/routes.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { choiceIn, idIn, inside, needed, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { namedReference, nullableObject } from '../../http/v2/references.wire.ts'
import { listNumberedTypes } from '../../numbering/numbering.ts'
import { badInput } from '../../platform/errors.ts'
import { kindOfType, kinds, type RecordType } from '../../records/kinds.ts'
import { readStatusNames, type StatusName } from '../../records/status-names/status-name.ts'
import { setStatusNames } from '../set-status-names.ts'
import { longestStatusName, mostStatusNames, namedKinds, typesOf } from '../status-names.ts'

const recordTypes = namedKinds.map(({ kind }) => kinds[kind].type)
const recordType = Type.Enum([...recordTypes])

const nameSchema = Type.Object({
  recordType,
  type: nullableObject(namedReference, {
    description:
      'The type on whose records it stands; null for those of all types without a name of their own.',
  }),
  status: Type.String({ description: 'The status, as records and filters have it.' }),
  name: Type.String({ minLength: 1, maxLength: longestStatusName, description: 'What people read.' }),
})
const example = {
  recordType: kinds.matter.type,
  type: { id: 5, name: 'Disputes' },
  status: 'Active',
  name: 'Open with counsel',
}
const statusNamesSchema = Type.Object(
  {
    names: Type.Array(nameSchema),
    statuses: Type.Array(Type.Object({ recordType, status: Type.String(), name: Type.String() }), {
      description: 'Every status with its standard name.',
    }),
    types: Type.Array(Type.Object({ recordType, id: Type.Integer(), name: Type.String() }), {
      description: 'The types that can have names of their own.',
    }),
  },
  {
    examples: [
      {
        names: [example],
        statuses: [{ recordType: kinds.matter.type, status: 'Active', name: 'Active' }],
        types: [{ recordType: kinds.matter.type, id: 5, name: 'Disputes' }],
      },
    ],
  },
)
const changesSchema = Type.Object(
  {
    names: Type.Array(
      Type.Object(
        { ...nameSchema.properties, type: Type.Optional(nameSchema.properties.type) },
        { additionalProperties: false, title: 'NewStatusName' },
      ),
      { maxItems: mostStatusNames },
    ),
  },
  { additionalProperties: false },
)

function namesFromV2(given: unknown): readonly StatusName[] {
  const { names } = propertiesOf(given, ['names'])
  if (!Array.isArray(names)) throw badInput('names', 'must be a list of names.')
  if (names.length > mostStatusNames) throw badInput('names', `must be ${mostStatusNames} at most.`)
  return names.map((each: unknown, index) => inside(`names[${index}]`, () => nameFrom(each)))
}

function nameFrom(given: unknown): StatusName {
  const properties = propertiesOf(given, ['recordType', 'type', 'status', 'name'])
  const kind = kindOfType(needed<RecordType>('recordType', choiceIn(properties, 'recordType', recordTypes)))
  const statuses = namedKinds.find((each) => each.kind === kind)?.statuses ?? []
  const name = textIn(properties, 'name', { longest: longestStatusName })
  if (typeof name !== 'string') throw badInput('name', 'is missing.')
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw badInput('name', 'must be one line, without control characters.')
  return {
    kind,
    typeId: idIn(properties, 'type') ?? null,
    status: needed(
      'status',
      choiceIn(
        properties,
        'status',
        statuses.map(({ status }) => status),
      ),
    ),
    name: name.replaceAll(/\s+/g, ' '),
  }
}

const body = { names: [{ ...example, type: null }] }

export const statusNameRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/statusNames', {
    config: { access: { right: 'use' } },
    summary: 'Get what your organisation calls the statuses of its matters and contracts',
    description:
      'What people read in place of a status, in pages, notifications and exports. Statuses without a name have the standard one. In filters, in bodies of both versions and in webhooks statuses stay what they are.',
    returns: statusNamesSchema,
    handler: async (request, reply) => {
      const { organisationId } = actorOf(request)
      const { names, version } = await readStatusNames(app.db, organisationId)
      const [nameOf, types] = await Promise.all([
        typesOf(app.db, organisationId, names),
        listNumberedTypes(app.db, organisationId),
      ])
      reply.header('etag', etagOf(version))
      return {
        names: names.flatMap(({ kind, typeId, status, name }) => {
          const type = typeId === null ? null : { id: typeId, name: nameOf(kind, typeId) ?? '' }
          // a type that was deleted for good has no records
          return type?.name === '' ? [] : [{ recordType: kinds[kind].type, type, status, name }]
        }),
        statuses: namedKinds.flatMap(({ kind, statuses }) =>
          statuses.map((each) => ({ recordType: kinds[kind].type, ...each })),
        ),
        types: types.map(({ kind, ...type }) => ({ recordType: kinds[kind].type, ...type })),
      }
    },
  })

  onPatch(server, '/v2/statusNames', {
    config: {
      access: { right: 'administer' },
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(changesSchema, body),
    },
    summary: 'Set what your organisation calls the statuses of its matters and contracts',
    description: `The names are replaced as a whole: an empty list brings back the standard names. No two statuses may look the same on one record. A name has at most ${longestStatusName} characters. With If-Match, only the version that was read: otherwise 412.`,
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const names = namesFromV2(request.body)
      const version = await setStatusNames(app, actorOf(request), names, { checkVersion })
      reply.header('etag', etagOf(version))
    },
  })
}
