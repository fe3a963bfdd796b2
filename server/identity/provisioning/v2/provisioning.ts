// v2 of provisioning: the tokens with which an identity provider calls, and what its groups give.
import Type from 'typebox'
import { idsIn } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  choicesIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import {
  auditedByUser,
  createdExample,
  doneBy,
  nullableObject,
  userReference,
} from '../../../http/v2/references.wire.ts'
import { groups as knownGroups, roles } from '../../../platform/actor.ts'
import { listAllGroups, type ProvisionedGroup } from '../groups.ts'
import { mapGroup } from '../map-group.ts'
import { createToken, endToken, listTokens, type ProvisioningToken } from '../provider.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, act: 'provisioning' } as const

const DateTime = Type.String({ format: 'date-time' })
const exampleToken = {
  id: 3,
  name: 'Directory',
  created: createdExample,
  keptBy: null,
  lastUsed: { dateUtc: '2026-03-04T07:30:00.000Z' },
}

const tokensSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        created: Type.Object(auditedByUser, { description: 'Who made it, and when.' }),
        keptBy: nullableObject(userReference, {
          description: 'Who looks after it since its maker was disabled.',
        }),
        lastUsed: Type.Union([Type.Object({ dateUtc: DateTime }), Type.Null()], {
          description: 'Accurate to a minute.',
        }),
      }),
    ),
  },
  { examples: [{ items: [exampleToken] }] },
)

const tokenToV2 = ({ id, name, createdAt, createdBy, keptBy, usedAt }: ProvisioningToken) => ({
  id,
  name,
  created: { dateUtc: createdAt.toISOString(), ...doneBy(createdBy) },
  keptBy: doneBy(keptBy).user,
  lastUsed: usedAt === null ? null : { dateUtc: usedAt.toISOString() },
})

const exampleGroup = {
  id: 7,
  name: 'Legal counsel',
  members: 12,
  role: 'InhouseLegal',
  customRole: null,
  groups: ['MatterAdministrators'],
  team: { id: 4 },
} as const

const groupsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String({ description: 'As the identity provider calls it.' }),
        members: Type.Integer({ description: 'How many it has.' }),
        role: Type.Union([
          Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: [...roles] }),
          Type.Null(),
        ]),
        customRole: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()], {
          description: "A role of the organisation's own, which it gives instead of a role.",
        }),
        groups: Type.Array(
          Type.Unsafe<(typeof knownGroups)[number]>({ type: 'string', enum: [...knownGroups] }),
        ),
        team: Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()]),
      }),
    ),
  },
  { examples: [{ items: [exampleGroup] }] },
)

const groupToV2 = ({ id, name, memberCount, role, customRole, grants, teamId }: ProvisionedGroup) => ({
  id,
  name,
  members: memberCount,
  role,
  customRole,
  groups: [...grants],
  team: teamId === null ? null : { id: teamId },
})

const tokenBody = jsonBody(
  Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  { name: 'Directory' },
)

const mappingBody = mergePatchBody(
  Type.Object(
    {
      role: Type.Optional(Type.Union([Type.String({ enum: [...roles] }), Type.Null()])),
      customRole: Type.Optional(Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()])),
      groups: Type.Optional(Type.Array(Type.String({ enum: [...knownGroups] }), { maxItems: 10 })),
      team: Type.Optional(Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  { role: 'InhouseLegal', groups: ['MatterAdministrators'] },
)

function mappingFromV2(body: unknown) {
  const known = ['role', 'customRole', 'groups', 'team']
  const properties = propertiesOf(body, known, ['id', 'name', 'members'])
  return given({
    role: properties['role'] === null ? null : choiceIn(properties, 'role', roles),
    customRoleId: idIn(properties, 'customRole'),
    grants: neverNull('groups', choicesIn(properties, 'groups', knownGroups)),
    teamId: idIn(properties, 'team'),
  })
}

export const provisioningRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/provisioningTokens', {
    config: administer,
    summary: 'List provisioning tokens',
    description: 'With which the identity provider of the organisation calls `/scim/v2`, the newest first.',
    returns: tokensSchema,
    handler: async (request) => ({
      items: (await listTokens(app.db, actorOf(request).organisationId)).map(tokenToV2),
    }),
  })

  onPost(server, '/v2/provisioningTokens', {
    config: { ...verified, documentedBodies: tokenBody },
    summary: 'Create a provisioning token',
    description: 'The token is in this answer only. It is good until it is ended.',
    creates: Type.Object(
      { id: Type.Integer(), token: Type.String() },
      { examples: [{ id: 3, token: 'm1Yb6S0v3nP9d1xQkq0m2w3l4t5u6v7w8x9y0z1a2b3' }] },
    ),
    handler: async (request) => {
      const name = textIn(propertiesOf(request.body, ['name']), 'name', { longest: 100 })
      return createToken(app, actorOf(request), needed('name', neverNull('name', name)))
    },
  })

  const token = idsIn('/v2/provisioningTokens/:tokenId')
  onDelete(server, '/v2/provisioningTokens/:tokenId', {
    config: verified,
    operationId: 'endProvisioningToken',
    summary: 'End a provisioning token',
    description: 'Its next call is refused, in every process.',
    handler: (request) => endToken(app, actorOf(request), token.idOf(request)),
  })

  onGet(server, '/v2/provisionedGroups', {
    config: administer,
    summary: 'List the groups of the identity provider',
    description: 'And what membership in them gives.',
    returns: groupsSchema,
    handler: async (request) => ({
      items: (await listAllGroups(app.db, actorOf(request).organisationId)).map(groupToV2),
    }),
  })

  const group = idsIn('/v2/provisionedGroups/:groupId')
  onPatch(server, '/v2/provisionedGroups/:groupId', {
    config: { ...verified, documentedBodies: mappingBody },
    operationId: 'mapProvisionedGroup',
    summary: 'Say what membership in a group gives',
    description:
      'A role or one of the roles of your organisation, rights over all records of a kind, a team. Members get it at once, and who leaves the group loses it. Of several roles the one with most rights counts. Teams and rights that a group gives are had by its members only. The caller’s own rights are never widened.',
    handler: (request) => mapGroup(app, actorOf(request), group.idOf(request), mappingFromV2(request.body)),
  })
}
