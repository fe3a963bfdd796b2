// Access to the mail domains of an organisation.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const newDomain = () =>
  `${mark()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}.example`

/** One that waits for its proof, which nobody has published. */
async function claimed({ app, organisationId, people }: World) {
  const domain = newDomain()
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('mail_domain_claims')
      .values({
        organisation_id: organisationId,
        domain,
        proof: domain,
        created_by: people.owner.id,
        created_at: now,
      })
      .execute(),
  )
  return { params: { domain } }
}

export const mailDomainCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/mailDomains',
    make: async (world) => ({ mark: (await claimed(world)).params.domain }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'POST /v2/mailDomains',
    make: () => ({ body: { domain: newDomain() } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'POST /v2/mailDomains/:domain/check', make: claimed, colleague: 403 },
  { route: 'DELETE /v2/mailDomains/:domain', make: claimed, colleague: 403 },
]
