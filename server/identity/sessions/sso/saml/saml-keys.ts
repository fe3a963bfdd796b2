// This installation as a SAML service provider, for one organisation: its addresses, and its keys, which sign requests
// and open encrypted assertions.
//
// public id    what stands in the addresses that the identity provider is told; it says nothing about the organisation
// keys         the oldest signs; all of them open what was encrypted for them. So a new one is made first, the provider
//              takes over the metadata, and then the old one is ended.
import { randomUUID, X509Certificate } from 'node:crypto'
import type { Actor } from '../../../../platform/actor.ts'
import type { App } from '../../../../platform/app.ts'
import { change } from '../../../../platform/events/change.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { selfSignedRsaCertificate } from '../../../../platform/outbound/self-signed.ts'
import type { Reader } from '../../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../../organisations/access.ts'
import { organisationEvent } from '../provider-events.ts'

const mostKeys = 3

/** The sealing purpose of private keys. */
export const samlKeyPurpose = 'saml_keys'

interface SamlKey {
  readonly id: number
  /** PEM. */
  readonly certificate: string
  readonly createdAt: Date
}

export interface ServiceProvider {
  readonly organisationId: number
  readonly entityId: string
  /** Where the identity provider sends its answers (assertion consumer service). */
  readonly acsUrl: string
  /** The oldest first. */
  readonly keys: readonly SamlKey[]
}

type By = { readonly organisationId: number } | { readonly publicId: string }

/** Our side towards an organisation's SAML providers; undefined before its first key was made. */
export async function findServiceProvider(
  { config, db }: { readonly config: App['config']; readonly db: Reader },
  by: By,
): Promise<ServiceProvider | undefined> {
  const rows = await db
    .selectFrom('saml_service_providers as s')
    .leftJoin('saml_keys as k', 'k.organisation_id', 's.organisation_id')
    .where((eb) =>
      'publicId' in by
        ? eb('s.public_id', '=', by.publicId)
        : eb('s.organisation_id', '=', by.organisationId),
    )
    .orderBy('k.id')
    .select(['s.organisation_id', 's.public_id', 'k.id', 'k.certificate', 'k.created_at'])
    .execute()
  const [row] = rows
  if (!row) return undefined
  const address = `${config.webUrl}/session/saml/${row.public_id}`
  return {
    organisationId: row.organisation_id,
    entityId: `${address}/metadata`,
    acsUrl: `${address}/acs`,
    keys: rows.flatMap(({ id, certificate, created_at: createdAt }) =>
      id === null || certificate === null || createdAt === null ? [] : [{ id, certificate, createdAt }],
    ),
  }
}

/** The private keys of an organisation as PEM, the oldest first. */
export async function openSamlKeys(app: Pick<App, 'db' | 'vault'>, organisationId: number) {
  const rows = await app.db
    .selectFrom('saml_keys')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select('private_sealed')
    .execute()
  return Promise.all(rows.map(({ private_sealed: sealed }) => app.vault.open(sealed, samlKeyPurpose)))
}

/**
 * Makes a key for the actor's organisation; the first one also makes the addresses. Throws conflict if there are enough
 * of them.
 */
export async function createSamlKey(app: App, actor: Actor): Promise<{ readonly id: number }> {
  const { organisationId } = actor
  const { key, cert } = await selfSignedRsaCertificate('Chancery', app.clock.now())
  const sealed = await app.vault.seal(key, samlKeyPurpose)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const keys = await tx
      .selectFrom('saml_keys')
      .where('organisation_id', '=', organisationId)
      .select('id')
      .execute()
    if (keys.length >= mostKeys) throw conflict(`There are ${mostKeys} certificates. End one of them first.`)
    await tx
      .insertInto('saml_service_providers')
      .values({ organisation_id: organisationId, public_id: randomUUID(), created_at: now })
      .onConflict((clash) => clash.column('organisation_id').doNothing())
      .execute()
    const made = await tx
      .insertInto('saml_keys')
      .values({
        organisation_id: organisationId,
        certificate: cert,
        private_sealed: sealed,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { fingerprint256: fingerprint } = new X509Certificate(cert)
    return {
      result: made,
      events: [organisationEvent('saml-key.created', organisationId, { fingerprint })],
    }
  })
}

/** Ends a key: requests are signed with the next one. Throws not_found, and conflict for the only one. */
export function endSamlKey(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const keys = await tx
      .selectFrom('saml_keys')
      .where('organisation_id', '=', organisationId)
      .select(['id', 'certificate'])
      .forUpdate()
      .execute()
    const ended = keys.find((key) => key.id === id)
    if (!ended) throw notFound()
    if (keys.length === 1) throw conflict('This is the only certificate. Make another one first.')
    await tx
      .deleteFrom('saml_keys')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const { fingerprint256: fingerprint } = new X509Certificate(ended.certificate)
    return {
      result: undefined,
      events: [organisationEvent('saml-key.ended', organisationId, { fingerprint })],
    }
  })
}
