// Tests of the identity provider that is being set up: an administrator goes there and comes back, nobody is signed in,
// and what came is kept for a day.
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { Identity } from './identity.ts'
import { matchPerson } from './person.ts'
import { organisationEvent } from './provider-events.ts'
import type { IdentityProvider } from './providers.ts'
import { causesOf, SsoRefusal, type SsoRefusalCode } from './refusal.ts'

/** What is kept of a test. */
export interface TestDetails {
  /** Why nobody could sign in with this; null if somebody could. */
  readonly problem: SsoRefusalCode | null
  /** What to do about it, in sentences. */
  readonly advice: string | null
  readonly subject: string | null
  readonly email: string | null
  readonly attributes: Readonly<Record<string, readonly string[]>>
  /** Who would sign in with this. */
  readonly userId: string | null
  /** Whether they signed in so before. */
  readonly isBound: boolean
}

const detailsLiveMs = 24 * 60 * 60_000
const most = { attributes: 50, values: 20, characters: 300 }

/** A test that is over: whose it is, of what, and what came of it. */
export interface FinishedTest {
  readonly provider: IdentityProvider
  readonly revision: string
  readonly userId: string
  readonly came: Identity | SsoRefusal
}

/** Keeps the outcome of a test, unless the settings were changed meanwhile. */
export async function recordTest(
  app: App,
  { provider, revision, userId, came }: FinishedTest,
): Promise<void> {
  const { organisationId } = provider
  const details = await detailsOf(app, provider, came)
  const passed = details.problem === null
  const by = { userId, via: { kind: 'system', name: 'single sign-on' }, requestId: null } as const
  await change(app, by, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable('identity_provider_drafts')
      .set({
        tested_revision: revision,
        passed,
        tested_at: now,
        tested_by: userId,
        test_details: JSON.stringify(details),
      })
      .where('organisation_id', '=', organisationId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    const events =
      numUpdatedRows > 0n
        ? [organisationEvent('identity-provider.tested', organisationId, { passed, issuer: provider.issuer })]
        : []
    return { result: undefined, events }
  })
}

/** Removes what came in tests that were more than a day ago; whether they passed stays. */
export async function forgetTestDetails(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('identity_provider_drafts')
    .set({ test_details: null })
    .where('tested_at', '<', new Date(now.getTime() - detailsLiveMs))
    .where('test_details', 'is not', null)
    .execute()
}

async function detailsOf(
  { db }: App,
  provider: IdentityProvider,
  came: Identity | SsoRefusal,
): Promise<TestDetails> {
  if (came instanceof SsoRefusal) return { ...nothing, ...problemOf(came) }
  const { subject, email = null } = came
  const stated = { ...nothing, subject, email, attributes: bounded(came.attributes) }
  try {
    const { userId, isBound } = await matchPerson(db, provider, came)
    return { ...stated, userId, isBound }
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    return { ...stated, ...problemOf(error) }
  }
}

const nothing: TestDetails = {
  problem: null,
  advice: null,
  subject: null,
  email: null,
  attributes: {},
  userId: null,
  isBound: false,
}

const problemOf = ({ code, advice, cause }: SsoRefusal) => ({
  problem: code,
  advice: advice ?? (cause === undefined ? null : causesOf(cause).slice(0, 500)),
})

const bounded = (attributes: Identity['attributes']) =>
  Object.fromEntries(
    Object.entries(attributes)
      .slice(0, most.attributes)
      .map(([name, values]) => [
        name.slice(0, most.characters),
        values.slice(0, most.values).map((value) => value.slice(0, most.characters)),
      ]),
  )
