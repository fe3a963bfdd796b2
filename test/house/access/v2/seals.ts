// Access through v2 to the certificates that seal documents, and to checks of seals.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { startTimeStampAuthority } from '../../../seals/time-stamps.ts'
import type { AccessCase, Call } from '../case.ts'
import type { World } from '../world.ts'

/** An authority for every organisation: what an administrator calls acts on their own. */
async function authority({ app, people: { owner } }: World): Promise<Call> {
  await internalTransaction(app, async (tx, now) => {
    const organisations = await tx.selectFrom('organisations').select('id').execute()
    const row = { url: 'https://tsa.example', tested_at: now, set_by: owner.id }
    for (const { id } of organisations) {
      await tx
        .insertInto('time_stamp_authorities')
        .values({ organisation_id: id, ...row })
        .onConflict((existing) => existing.column('organisation_id').doUpdateSet(row))
        .execute()
    }
  })
  return {}
}

/** No organisation has a certificate: the first seal makes one. */
async function unsealed({ app }: World): Promise<Call> {
  await internalTransaction(app, (tx) => tx.deleteFrom('signing_certificates').execute())
  return {}
}

/** An authority that answers. */
export const timeStamps = startTimeStampAuthority()
const file = {
  headers: { 'content-type': 'application/pdf' },
  body: '%PDF-1.7\n',
}

export const sealCases: readonly AccessCase[] = [
  { route: 'GET /v2/signingCertificates', make: () => ({}), outsider: 'may', colleague: 403 },
  { route: 'POST /v2/signingCertificates', make: () => ({ body: {} }), outsider: 'may', colleague: 403 },
  { route: 'POST /v2/signingCertificates/sample', make: unsealed, outsider: 'may', colleague: 403 },
  { route: 'GET /v2/timeStampAuthority', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PUT /v2/timeStampAuthority',
    make: async () => ({ body: { url: (await timeStamps).url } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'DELETE /v2/timeStampAuthority', make: authority, outsider: 'may', colleague: 403 },
  {
    route: 'POST /v2/sealChecks',
    make: () => file,
    changesNothing: 'nothing of the file is stored',
    outsider: 'may',
    colleague: 'may',
    viewer: 'may',
  },
]
