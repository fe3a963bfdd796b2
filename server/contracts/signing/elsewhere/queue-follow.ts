// Having a service asked about a request, by a job of its own.
import { sql } from 'kysely'
import { flagOf } from '../../../platform/job-flags.ts'
import type { Tx } from '../../../platform/postgres/database.ts'

/** The job that gives a request to its service, and asks the service about it. */
export const followJob = 'follow-signature-request'

export interface FollowedRequest {
  readonly organisationId: number
  readonly requestId: number
}

/**
 * The service is asked once the transaction has been committed; many calls before that are one. The flag keeps the slow
 * services of one organisation from taking all slots.
 */
export async function followSoon(tx: Tx, { organisationId, requestId }: FollowedRequest): Promise<void> {
  const payload = JSON.stringify({ organisationId, requestId })
  const key = `${followJob} ${organisationId} ${requestId}`
  await sql`select graphile_worker.add_job(${followJob}, ${payload}::json, job_key => ${key},
    flags => array[${flagOf(organisationId)}])`.execute(tx)
}
