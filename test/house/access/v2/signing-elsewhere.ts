// Access through v2 to the signing services of an organisation.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { serviceTokenPurpose } from '../../../../server/contracts/signing/elsewhere/token-access.ts'
import { startSigningService } from '../../../peers/signing-elsewhere.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

/** A service that answers. */
export const signingService = startSigningService()

const newService = async () => {
  const { url, token } = await signingService
  return { name: mark(), url, token }
}

async function service({ app, organisationId, people }: World) {
  const { name, url, token } = await newService()
  const sealed = await app.vault.seal(token, serviceTokenPurpose)
  const { id } = await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('signing_services')
      .values({
        organisation_id: organisationId,
        name,
        url,
        token_sealed: sealed,
        secret_sealed: sealed,
        created_by: people.owner.id,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { name, params: { serviceId: id } }
}

const one = '/v2/signingServices/:serviceId'
const ofOne = async (world: World) => ({ params: (await service(world)).params })

export const signingServiceCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/signingServices',
    make: async (world) => ({ mark: (await service(world)).name }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'POST /v2/signingServices',
    make: async () => ({ body: await newService() }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `PATCH ${one}`,
    make: async (world) => ({ ...(await ofOne(world)), body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: `POST ${one}/signingSecret`,
    make: async (world) => ({ ...(await ofOne(world)), body: {} }),
    colleague: 403,
  },
  { route: `DELETE ${one}`, make: ofOne, colleague: 403 },
]
