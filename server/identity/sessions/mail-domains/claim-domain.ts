// Mail domains that administrators add to their organisation: claimed, proved by a TXT record of the domain, and only
// then of any effect. The operator's command adds them without a proof (sso/providers.ts).
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import { readTxtRecords } from '../../../platform/outbound/txt-records.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { checkRoom } from '../../organisations/limits/check-room.ts'
import { organisationEvent } from '../sso/provider-events.ts'
import { insertMailDomain, mailDomainKey } from '../sso/providers.ts'

/** What a look at the name servers found instead of the record. */
export const proofProblems = ['NoRecord', 'OtherRecord', 'NoAnswer'] as const
export type ProofProblem = (typeof proofProblems)[number]

/** The name and the text of the TXT record that proves a domain. */
export const recordOf = (domain: string, proof: string) => ({
  name: `_chancery.${domain}`,
  value: `chancery-domain=${proof}`,
})

/**
 * Claims a mail domain, which waits for its proof; one that is claimed already stays as it is. Throws bad_request for
 * what is no mail domain, and conflict for one that an organisation has.
 */
export function claimMailDomain(app: App, actor: Actor, text: string): Promise<string> {
  const domain = mailDomainKey(text)
  const { organisationId, userId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkIsFree(tx, organisationId, domain)
    await checkRoom(tx, 'mailDomainClaims', { organisationId })
    const claimed = await tx
      .insertInto('mail_domain_claims')
      .values({
        organisation_id: organisationId,
        domain,
        proof: randomBytes(20).toString('hex'),
        created_by: userId,
        created_at: now,
      })
      .onConflict((clash) => clash.doNothing())
      .returning('domain')
      .executeTakeFirst()
    const events = claimed ? [organisationEvent('mail-domain.claimed', organisationId, { domain })] : []
    return { result: domain, events }
  })
}

async function checkIsFree(tx: Tx, organisationId: number, domain: string): Promise<void> {
  const row = await tx
    .selectFrom('mail_domains')
    .where('domain', '=', domain)
    .select('organisation_id')
    .executeTakeFirst()
  if (!row) return
  if (row.organisation_id !== organisationId) throw conflict(`${domain} belongs to another organisation.`)
  throw conflict(`${domain} is a mail domain of your organisation already.`)
}

/**
 * Looks for the record of a claimed domain: with it the domain is the organisation's, and counts from now on. Answers
 * what was found instead; undefined if it is proved. Throws not_found for a domain that is not claimed.
 */
export async function proveMailDomain(
  app: App,
  actor: Actor,
  domain: string,
): Promise<ProofProblem | undefined> {
  const { organisationId } = actor
  const claim = await app.db
    .selectFrom('mail_domain_claims')
    .where('organisation_id', '=', organisationId)
    .where('domain', '=', domain)
    .select('proof')
    .executeTakeFirst()
  if (!claim) throw notFound()
  const problem = await problemOf(app, domain, claim.proof)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const ofClaim = { organisation_id: organisationId, domain, proof: claim.proof }
    if (problem) {
      await tx
        .updateTable('mail_domain_claims')
        .set({ checked_at: now, problem })
        .where((eb) => eb.and(ofClaim))
        .execute()
      return { result: problem, events: [] }
    }
    const { numDeletedRows } = await tx
      .deleteFrom('mail_domain_claims')
      .where((eb) => eb.and(ofClaim))
      .executeTakeFirst()
    // proved or withdrawn at the same time
    if (numDeletedRows === 0n) return { result: undefined, events: [] }
    await insertMailDomain(tx, { organisationId, domain, now, provedAt: now })
    const events = [organisationEvent('mail-domain.added', organisationId, { domain })]
    return { result: undefined, events }
  })
}

async function problemOf(app: App, domain: string, proof: string): Promise<ProofProblem | undefined> {
  const { name, value } = recordOf(domain, proof)
  const found = app.config.offline ? undefined : await readTxtRecords(name, app.config.nameServers)
  if (!found) return 'NoAnswer'
  if (found.some((text) => text.trim() === value)) return undefined
  return found.length === 0 ? 'NoRecord' : 'OtherRecord'
}

/**
 * Withdraws the claim of a domain, or removes the domain from the organisation: its people no longer sign in at the
 * identity provider. Throws not_found for a domain that is neither, and conflict where people with an address in it
 * could not sign in any more.
 */
export function removeMailDomain(app: App, actor: Actor, domain: string): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const withdrawn = await tx
      .deleteFrom('mail_domain_claims')
      .where('organisation_id', '=', organisationId)
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (withdrawn.numDeletedRows > 0n)
      return {
        result: undefined,
        events: [organisationEvent('mail-domain.withdrawn', organisationId, { domain })],
      }
    const removed = await tx
      .deleteFrom('mail_domains')
      .where('organisation_id', '=', organisationId)
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound()
    await checkCanSignIn(tx, organisationId)
    return {
      result: undefined,
      events: [organisationEvent('mail-domain.removed', organisationId, { domain })],
    }
  })
}

// who may use no password is sent to the provider by the domain of their address alone
async function checkCanSignIn(tx: Tx, organisationId: number): Promise<void> {
  const { local_accounts: passwords } = await tx
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('local_accounts')
    .executeTakeFirstOrThrow()
  if (passwords) return
  throw conflict(
    'Passwords are refused in your organisation, so people with an address in this domain could not sign in any more. Allow passwords first.',
  )
}
