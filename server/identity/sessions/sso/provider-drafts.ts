// The identity provider that administrators of an organisation are setting up: its settings, the last test of them, and
// turning them on. What counts meanwhile stays as it is.
//
// draft       the settings as entered last
// revision    a name for one state of them: a test is of one revision, and so is what is turned on
import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { badInput, conflict, notFound, sentence } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { organisationEvent } from './provider-events.ts'
import { checkIssuer, type IdentityProvider, providerFromRow, providerSecretPurpose } from './providers.ts'
import {
  checkCertificates,
  checkEntityId,
  checkSsoUrl,
  readProviderMetadata,
  type SamlSettings,
} from './saml/saml-settings.ts'

/** What is entered of an OpenID Connect provider. */
export interface OpenIdEntry {
  readonly protocol: 'oidc'
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Undefined keeps the one that was entered before. */
  readonly clientSecret: string | undefined
}

/** What is entered of a SAML provider: its metadata, or what they say. */
export interface SamlEntry extends Pick<SamlSettings, 'idpInitiated' | 'allowSha1' | 'emailAttribute'> {
  readonly protocol: 'saml'
  readonly name: string
  readonly from:
    | { readonly metadata: string }
    | { readonly issuer: string; readonly ssoUrl: string; readonly certificates: readonly string[] }
}

const longestName = 100

/** The settings that are being prepared, as a provider, and their revision; undefined if there are none. */
export async function findDraft(
  app: Pick<App, 'db' | 'vault'>,
  organisationId: number,
): Promise<{ readonly provider: IdentityProvider; readonly revision: string } | undefined> {
  const row = await app.db
    .selectFrom('identity_provider_drafts')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .executeTakeFirst()
  return row && { provider: await providerFromRow(app, row), revision: row.revision }
}

/**
 * Keeps these settings for the actor's organisation. They count when they were tested and turned on. Throws bad_request
 * naming what cannot be used.
 */
export async function saveDraft(app: App, actor: Actor, entry: OpenIdEntry | SamlEntry): Promise<void> {
  const { organisationId } = actor
  const name = entry.name.trim()
  if (name === '' || name.length > longestName) {
    throw badInput('name', `must have 1 to ${longestName} characters.`)
  }
  const checked = entry.protocol === 'oidc' ? await checkOpenId(app, actor, entry) : checkSaml(app, entry)
  await change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { client_secret_sealed: secret, ...plain } = checked
    const values = {
      ...plain,
      name,
      revision: randomUUID(),
      updated_at: now,
      // the secret that was entered before stays
      ...(secret === undefined ? {} : { client_secret_sealed: secret }),
    }
    await tx
      .insertInto('identity_provider_drafts')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((clash) => clash.column('organisation_id').doUpdateSet(values))
      .execute()
    const { protocol, issuer } = checked
    return {
      result: undefined,
      events: [organisationEvent('identity-provider.prepared', organisationId, { protocol, name, issuer })],
    }
  })
}

async function checkOpenId(app: App, { organisationId }: Actor, entry: OpenIdEntry) {
  checkIssuer(app, entry.issuer)
  const refusal = await app.outbound.refusal(new URL(entry.issuer))
  if (refusal !== undefined) throw badInput('issuer', sentence(`The issuer cannot be called: ${refusal}`))
  const { clientSecret } = entry
  if (clientSecret === undefined) await checkSecretKept(app, organisationId)
  return {
    protocol: 'oidc',
    issuer: entry.issuer,
    client_id: entry.clientId,
    client_secret_sealed:
      clientSecret === undefined
        ? undefined
        : await app.vault.seal(clientSecret, providerSecretPurpose(organisationId)),
    saml: null,
  }
}

async function checkSecretKept({ db }: App, organisationId: number): Promise<void> {
  const kept = await db
    .selectFrom('identity_provider_drafts')
    .where('organisation_id', '=', organisationId)
    .where('protocol', '=', 'oidc')
    .where('client_secret_sealed', 'is not', null)
    .select('organisation_id')
    .executeTakeFirst()
  if (!kept) throw badInput('clientSecret', 'is required.')
}

function checkSaml({ config }: App, entry: SamlEntry) {
  const { from, idpInitiated, allowSha1, emailAttribute } = entry
  const stated = 'metadata' in from ? readProviderMetadata(from.metadata) : from
  const saml: SamlSettings = {
    ssoUrl: checkSsoUrl(stated.ssoUrl, config.environment === 'sandbox'),
    certificates: checkCertificates(stated.certificates),
    idpInitiated,
    allowSha1,
    emailAttribute,
  }
  return {
    protocol: 'saml',
    issuer: checkEntityId(stated.issuer),
    client_id: null,
    client_secret_sealed: null,
    saml: JSON.stringify(saml),
  }
}

async function holdDraft(tx: Tx, organisationId: number) {
  const draft = await tx
    .selectFrom('identity_provider_drafts')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!draft) throw notFound()
  return draft
}

/**
 * Turns on what was prepared: people in the organisation's mail domains sign in with it from now on. Throws conflict
 * unless the last test of exactly these settings passed.
 */
export function enableDraft(app: App, actor: Actor): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const draft = await holdDraft(tx, organisationId)
    if (draft.tested_revision !== draft.revision || draft.passed !== true) {
      throw conflict('Test these settings first. They can be turned on once a test of them has passed.')
    }
    const { protocol, name, issuer, client_id, client_secret_sealed, saml, revision } = draft
    const values = {
      protocol,
      name,
      issuer,
      client_id,
      client_secret_sealed,
      saml: saml === null ? null : JSON.stringify(saml),
      revision,
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
      events: [organisationEvent('identity-provider.enabled', organisationId, { protocol, name, issuer })],
    }
  })
}

/**
 * Turns the provider off: people sign in with passwords again. What was prepared stays. Throws not_found if there is
 * none, and conflict if passwords are not allowed.
 */
export function disableProvider(app: App, actor: Actor): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const { local_accounts: passwords } = await tx
      .selectFrom('organisations')
      .where('id', '=', organisationId)
      .select('local_accounts')
      .executeTakeFirstOrThrow()
    if (!passwords) throw conflict('Allow passwords first: without them nobody could sign in.')
    const removed = await tx
      .deleteFrom('identity_providers')
      .where('organisation_id', '=', organisationId)
      .returning(['protocol', 'name', 'issuer'])
      .executeTakeFirst()
    if (!removed) throw notFound()
    return {
      result: undefined,
      events: [organisationEvent('identity-provider.disabled', organisationId, removed)],
    }
  })
}
