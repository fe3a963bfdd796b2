// The identity providers that count, and the mail domains of organisations. The operator sets them here; what
// administrators prepare on their page comes from provider-drafts.ts.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { organisationEvent } from './provider-events.ts'
import type { SamlSettings } from './saml/saml-settings.ts'

interface AnyProvider {
  readonly organisationId: number
  /** The name shown on the sign-in page. */
  readonly name: string
  /** The issuer of OpenID Connect, the entity id of SAML. */
  readonly issuer: string
  /** Changes whenever the provider's configuration does. */
  readonly version: string
}

export interface OpenIdProvider extends AnyProvider {
  readonly protocol: 'oidc'
  readonly clientId: string
  readonly clientSecret: string
  /** Whether an administrator has entered its address, so that it must not lead into private networks. */
  readonly isGuarded: boolean
}

export interface SamlProvider extends AnyProvider {
  readonly protocol: 'saml'
  readonly saml: SamlSettings
}

export type IdentityProvider = OpenIdProvider | SamlProvider

/** What an administrator or the operator enters of a provider, as it is stored. */
interface ProviderRow {
  readonly organisation_id: number
  readonly protocol: string
  readonly name: string
  readonly issuer: string
  readonly client_id: string | null
  readonly client_secret_sealed: Buffer | null
  readonly saml: unknown
  readonly revision: string | null
  readonly updated_at: Date
}

/** The provider in a row. */
export async function providerFromRow(
  { vault }: Pick<App, 'vault'>,
  row: ProviderRow,
): Promise<IdentityProvider> {
  const organisationId = row.organisation_id
  const version = `${row.revision ?? ''} ${row.updated_at.toISOString()}`
  const common = { organisationId, name: row.name, issuer: row.issuer, version }
  if (row.protocol === 'saml') return { ...common, protocol: 'saml', saml: row.saml as SamlSettings }
  const sealed = row.client_secret_sealed
  return {
    ...common,
    protocol: 'oidc',
    clientId: row.client_id ?? '',
    clientSecret: sealed === null ? '' : await vault.open(sealed, providerSecretPurpose(organisationId)),
    isGuarded: row.revision !== null,
  }
}

export interface ProviderSettings {
  readonly organisationId: number
  /** The name shown on the sign-in page. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

type By = Actor | SystemActor

/** The sealing purpose of an organisation's client secret. */
export const providerSecretPurpose = (organisationId: number) => `identity_providers ${organisationId}`

/**
 * Sets the provider with which the users of an organisation sign in, replacing an existing one. The provider must allow
 * the redirect address `<web address>/session/sso/callback`. Throws bad_request for an invalid issuer.
 */
export async function setIdentityProvider(app: App, by: By, settings: ProviderSettings): Promise<void> {
  const { organisationId, name, issuer, clientId } = settings
  checkIssuer(app, issuer)
  const sealed = await app.vault.seal(settings.clientSecret, providerSecretPurpose(organisationId))
  await change(app, by, async (tx, now) => {
    const values = {
      name,
      issuer,
      protocol: 'oidc',
      client_id: clientId,
      client_secret_sealed: sealed,
      saml: null,
      revision: null,
      enabled: true,
      updated_at: now,
    }
    await tx
      .insertInto('identity_providers')
      .values({ organisation_id: organisationId, created_at: now, ...values })
      .onConflict((clash) => clash.column('organisation_id').doUpdateSet(values))
      .execute()
    return {
      result: undefined,
      events: [organisationEvent('identity-provider.set', organisationId, { name, issuer, clientId })],
    }
  })
}

/** Removes the provider of an organisation; its users then sign in with passwords. */
export function removeIdentityProvider(app: App, by: By, organisationId: number): Promise<void> {
  return change(app, by, async (tx) => {
    const removed = await tx
      .deleteFrom('identity_providers')
      .where('organisation_id', '=', organisationId)
      .returning('issuer')
      .executeTakeFirst()
    const events = removed ? [organisationEvent('identity-provider.removed', organisationId, removed)] : []
    return { result: undefined, events }
  })
}

/** The domain in lower case. Throws bad_request for what is no mail domain. */
export function mailDomainKey(text: string): string {
  const key = text.trim().toLowerCase()
  if (!/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(key)) {
    throw badInput('domain', sentence(`"${text}" is not a mail domain, such as legal.example`))
  }
  return key
}

interface NewMailDomain {
  readonly organisationId: number
  readonly domain: string
  readonly now: Date
  /** Null for what the operator adds. */
  readonly provedAt: Date | null
}

/** Whether the domain was added; false for one that it has. Throws conflict if another organisation has it. */
export async function insertMailDomain(
  tx: Tx,
  { organisationId, domain, now, provedAt }: NewMailDomain,
): Promise<boolean> {
  const added = await tx
    .insertInto('mail_domains')
    .values({ domain, organisation_id: organisationId, created_at: now, proved_at: provedAt })
    .onConflict((clash) => clash.doNothing())
    .returning('domain')
    .executeTakeFirst()
  if (added) return true
  const { organisation_id } = await tx
    .selectFrom('mail_domains')
    .where('domain', '=', domain)
    .select('organisation_id')
    .executeTakeFirstOrThrow()
  if (organisation_id !== organisationId) throw conflict(`${domain} belongs to another organisation.`)
  return false
}

/**
 * Assigns a mail domain to an organisation. Throws bad_request for an invalid domain, and conflict if another
 * organisation has it.
 */
export async function addMailDomain(
  app: App,
  by: By,
  { organisationId, domain: text }: { readonly organisationId: number; readonly domain: string },
): Promise<void> {
  const domain = mailDomainKey(text)
  return change(app, by, async (tx, now) => {
    const isNew = await insertMailDomain(tx, { organisationId, domain, now, provedAt: null })
    // what waited for its proof needs none now
    await tx
      .deleteFrom('mail_domain_claims')
      .where('organisation_id', '=', organisationId)
      .where('domain', '=', domain)
      .execute()
    const events = isNew ? [organisationEvent('mail-domain.added', organisationId, { domain })] : []
    return { result: undefined, events }
  })
}

/** Sets whether the users of an organisation may sign in with a local password, in addition to single sign-on. */
export function allowPasswords(
  app: App,
  by: By,
  { organisationId, allowed }: { readonly organisationId: number; readonly allowed: boolean },
): Promise<void> {
  return change(app, by, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable('organisations')
      .set({ local_accounts: allowed, updated_at: now })
      .where('id', '=', organisationId)
      .where('local_accounts', '!=', allowed)
      .executeTakeFirst()
    const events =
      numUpdatedRows > 0n ? [organisationEvent('password-sign-in.set', organisationId, { allowed })] : []
    return { result: undefined, events }
  })
}

export interface SignInOfOrganisation {
  readonly organisation: string
  readonly provider: string | null
  readonly issuer: string | null
  readonly domains: readonly string[]
  readonly passwords: boolean
}

/** The sign-in methods of each organisation. */
export async function listSignIns({ db }: Pick<App, 'db'>): Promise<readonly SignInOfOrganisation[]> {
  const organisations = await db
    .selectFrom('organisations')
    .leftJoin('identity_providers', 'identity_providers.organisation_id', 'organisations.id')
    .select(['organisations.id', 'organisations.name', 'organisations.local_accounts'])
    .select(['identity_providers.name as provider', 'identity_providers.issuer'])
    .orderBy('organisations.id')
    .execute()
  const domains = await db.selectFrom('mail_domains').selectAll().orderBy('domain').execute()
  return organisations.map((each) => ({
    organisation: each.name,
    provider: each.provider,
    issuer: each.issuer,
    domains: domains.filter(({ organisation_id }) => organisation_id === each.id).map(({ domain }) => domain),
    passwords: each.local_accounts,
  }))
}

/** Whether the address is on this machine by its name. */
export const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)

/** Throws bad_request for an invalid issuer. Plain http is allowed for a provider on this machine, for testing. */
export function checkIssuer({ config }: Pick<App, 'config'>, issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isTest = url?.protocol === 'http:' && isLocal(url) && config.environment === 'sandbox'
  if (!(url?.protocol === 'https:' || isTest) || url?.search !== '' || url.hash !== '') {
    throw badInput(
      'issuer',
      sentence('The issuer must be an https address without a query, as stated by the provider'),
    )
  }
}

/** The provider that counts for a mail domain, or for an organisation; undefined if there is none. */
export async function findProvider(
  app: Pick<App, 'db' | 'vault'>,
  by: { readonly domain: string } | { readonly organisationId: number } | { readonly id: number },
): Promise<(IdentityProvider & { readonly id: number }) | undefined> {
  const row = await app.db
    .selectFrom('identity_providers')
    .where('identity_providers.enabled', '=', true)
    .where((eb) => {
      if ('id' in by) return eb('identity_providers.id', '=', by.id)
      const organisation =
        'organisationId' in by
          ? eb.val(by.organisationId)
          : eb
              .selectFrom('mail_domains')
              .where('mail_domains.domain', '=', by.domain)
              .select('mail_domains.organisation_id')
      return eb('identity_providers.organisation_id', '=', organisation)
    })
    .selectAll()
    .executeTakeFirst()
  return row && { ...(await providerFromRow(app, row)), id: row.id }
}
