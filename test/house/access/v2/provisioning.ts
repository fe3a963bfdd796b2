// Access to provisioning: tokens of the identity provider, and what its groups give.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../../../server/platform/secrets/crypto.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

async function token({ app, organisationId }: World) {
  const name = mark()
  const { id } = await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('scim_tokens')
      .values({ organisation_id: organisationId, name, hash: hashOfSecret(newSecret()), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { params: { tokenId: id }, mark: name }
}

async function group({ app, organisationId }: World) {
  const name = mark()
  const { id } = await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('scim_groups')
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { params: { groupId: id }, mark: name }
}

const listed = { colleague: 403, viewer: 403 } as const

export const provisioningCases: readonly AccessCase[] = [
  {
    ...listed,
    route: 'GET /v2/provisioningTokens',
    make: async (world) => ({ mark: (await token(world)).mark }),
  },
  {
    route: 'POST /v2/provisioningTokens',
    make: () => ({ body: { name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'DELETE /v2/provisioningTokens/:tokenId',
    make: async (world) => ({ params: (await token(world)).params }),
    colleague: 403,
  },
  {
    ...listed,
    route: 'GET /v2/provisionedGroups',
    make: async (world) => ({ mark: (await group(world)).mark }),
  },
  {
    route: 'PATCH /v2/provisionedGroups/:groupId',
    make: async (world) => ({ params: (await group(world)).params, body: { role: 'Contributor' } }),
    colleague: 403,
  },
]
