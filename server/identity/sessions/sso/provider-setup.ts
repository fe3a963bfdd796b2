// What administrators see of how their organisation signs in: what counts, what is being prepared and what its last
// test showed, and what the provider has to know of us.
import type { App } from '../../../platform/app.ts'
import { findServiceProvider, type ServiceProvider } from './saml/saml-keys.ts'
import type { SamlSettings } from './saml/saml-settings.ts'
import type { TestDetails } from './provider-tests.ts'

type Protocol = 'oidc' | 'saml'

interface ShownProvider {
  readonly protocol: Protocol
  readonly name: string
  readonly issuer: string
  readonly changedAt: Date
}

export interface ProviderSetup {
  readonly live: (ShownProvider & { readonly setBy: 'Operator' | 'Administrators' }) | null
  readonly draft:
    | (ShownProvider & {
        readonly clientId: string | null
        readonly saml: SamlSettings | null
        /** Whether these are the settings that count. */
        readonly isLive: boolean
        /** Whether a test of exactly these settings has passed. */
        readonly hasPassed: boolean
      })
    | null
  readonly lastTest: {
    readonly at: Date
    readonly passed: boolean
    /** Whether the settings have not changed since. */
    readonly isCurrent: boolean
    /** Null a day after the test. */
    readonly details: (TestDetails & { readonly userName: string | null }) | null
  } | null
  readonly serviceProvider: ServiceProvider | undefined
  /** The address that an OpenID Connect provider has to allow. */
  readonly redirectUrl: string
  readonly mailDomains: readonly string[]
  /** Whether people may also sign in with passwords. */
  readonly passwords: boolean
}

/** How an organisation signs in. */
export async function getProviderSetup(app: App, organisationId: number): Promise<ProviderSetup> {
  const { db, config } = app
  const organisation = await db
    .selectFrom('organisations as o')
    .leftJoin('identity_providers as p', 'p.organisation_id', 'o.id')
    .leftJoin('identity_provider_drafts as d', 'd.organisation_id', 'o.id')
    .where('o.id', '=', organisationId)
    .select([
      'o.local_accounts',
      'p.id as live',
      'p.protocol',
      'p.name',
      'p.issuer',
      'p.updated_at',
      'p.revision',
    ])
    .select([
      'd.protocol as draft_protocol',
      'd.name as draft_name',
      'd.issuer as draft_issuer',
      'd.client_id',
    ])
    .select(['d.saml', 'd.revision as draft_revision', 'd.updated_at as draft_at', 'd.tested_revision'])
    .select(['d.passed', 'd.tested_at', 'd.test_details'])
    .executeTakeFirstOrThrow()
  const domains = await db
    .selectFrom('mail_domains')
    .where('organisation_id', '=', organisationId)
    .orderBy('domain')
    .select('domain')
    .execute()
  const details = organisation.test_details as TestDetails | null
  return {
    live: liveOf(organisation),
    draft: draftOf(organisation),
    lastTest:
      organisation.tested_at === null
        ? null
        : {
            at: organisation.tested_at,
            passed: organisation.passed ?? false,
            isCurrent: organisation.tested_revision === organisation.draft_revision,
            details: details && { ...details, userName: await nameOf(app, organisationId, details.userId) },
          },
    serviceProvider: await findServiceProvider(app, { organisationId }),
    redirectUrl: `${config.webUrl}/session/sso/callback`,
    mailDomains: domains.map(({ domain }) => domain),
    passwords: organisation.local_accounts,
  }
}

function liveOf(row: {
  readonly live: number | null
  readonly protocol: string | null
  readonly name: string | null
  readonly issuer: string | null
  readonly updated_at: Date | null
  readonly revision: string | null
}): ProviderSetup['live'] {
  const { protocol, name, issuer, updated_at: changedAt, revision } = row
  if (name === null || issuer === null || changedAt === null) return null
  const setBy = revision === null ? 'Operator' : 'Administrators'
  return { protocol: protocol as Protocol, name, issuer, changedAt, setBy }
}

function draftOf(row: {
  readonly draft_protocol: string | null
  readonly draft_name: string | null
  readonly draft_issuer: string | null
  readonly client_id: string | null
  readonly saml: unknown
  readonly draft_at: Date | null
  readonly draft_revision: string | null
  readonly revision: string | null
  readonly tested_revision: string | null
  readonly passed: boolean | null
}): ProviderSetup['draft'] {
  const { draft_name: name, draft_issuer: issuer, draft_at: changedAt, draft_revision: revision } = row
  if (name === null || issuer === null || changedAt === null) return null
  return {
    protocol: row.draft_protocol as Protocol,
    name,
    issuer,
    changedAt,
    clientId: row.client_id,
    saml: row.saml as SamlSettings | null,
    isLive: row.revision === revision,
    hasPassed: row.tested_revision === revision && row.passed === true,
  }
}

async function nameOf({ db }: App, organisationId: number, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .select(['first_name', 'last_name'])
    .executeTakeFirst()
  return person ? `${person.first_name} ${person.last_name}`.trim() : null
}
