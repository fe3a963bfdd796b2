// The list of all secrets that are stored sealed, and resealing them with the current key.
import { sql } from 'kysely'
import { demoSecretPurpose } from '../../sandbox/demo/demo-client.ts'
import { signingKeyPurpose } from '../../identity/oauth/keys.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { mailPurpose } from '../../platform/mail/mail.ts'
import { bucketSecretPurpose } from '../../imports/bucket.ts'
import { providerSecretPurpose } from '../../identity/sessions/sso/providers.ts'
import { samlKeyPurpose } from '../../identity/sessions/sso/saml/saml-keys.ts'
import { appSecretPurpose } from '../../identity/sessions/second-factor/authenticator-app.ts'
import { newAppSecret } from '../../platform/secrets/app-codes.ts'
import { documentReaderPurpose } from '../../contracts/document-facts/reader/document-reader.ts'
import { serviceSecretPurpose, serviceTokenPurpose } from '../../contracts/signing/elsewhere/token-access.ts'
import { signerAppPurpose } from '../../contracts/signing/here/signer-app.ts'
import { sealKeyPurpose } from '../../seals/certificates.ts'
import { newSigningSecret } from '../../platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../../webhooks/secret-purpose.ts'

/** A column of sealed secrets; `id` identifies a row, and the purpose may depend on it. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly id: string
  readonly purpose: (id: string) => string
  /** What replaces the secret when the key is lost: null, deletion of the row, or a new secret. */
  readonly whenLost: 'null' | 'row' | (() => string)
}

/** All sealed columns except those of the keys themselves (platform/secrets/vault-keys.ts). */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'private_sealed', id: 'kid', purpose: signingKeyPurpose, whenLost: 'row' },
  {
    table: 'identity_providers',
    column: 'client_secret_sealed',
    id: 'organisation_id',
    purpose: (id) => providerSecretPurpose(Number(id)),
    // sign-in at the provider fails until it is set again
    whenLost: () => '',
  },
  {
    table: 'identity_provider_drafts',
    column: 'client_secret_sealed',
    id: 'organisation_id',
    purpose: (id) => providerSecretPurpose(Number(id)),
    whenLost: () => '',
  },
  // another one is made on the page, and the provider takes over the metadata
  {
    table: 'saml_keys',
    column: 'private_sealed',
    id: 'id',
    purpose: () => samlKeyPurpose,
    whenLost: 'row',
  },
  // the next seal makes another one
  {
    table: 'signing_certificates',
    column: 'private_sealed',
    id: 'id',
    purpose: () => sealKeyPurpose,
    whenLost: 'null',
  },
  {
    table: 'authenticator_apps',
    column: 'secret_sealed',
    id: 'user_id',
    purpose: appSecretPurpose,
    // one that nobody has: its person uses a recovery code or a passkey, or has the second factor reset
    whenLost: newAppSecret,
  },
  // what is being fetched ends, and somebody adds the bucket again
  {
    table: 'import_buckets',
    column: 'secret_sealed',
    id: 'id',
    purpose: () => bucketSecretPurpose,
    whenLost: 'null',
  },
  // the service is called without one, which it refuses, until an administrator gives it again
  {
    table: 'document_readers',
    column: 'secret_sealed',
    id: 'organisation_id',
    purpose: (id) => documentReaderPurpose(Number(id)),
    whenLost: 'null',
  },
  // an administrator gives another one
  {
    table: 'signing_services',
    column: 'token_sealed',
    id: 'id',
    purpose: () => serviceTokenPurpose,
    whenLost: 'null',
  },
  // events are refused until the secret is rotated
  {
    table: 'signing_services',
    column: 'secret_sealed',
    id: 'id',
    purpose: () => serviceSecretPurpose,
    whenLost: 'null',
  },
  {
    table: 'signing_services',
    column: 'previous_secret_sealed',
    id: 'id',
    purpose: () => serviceSecretPurpose,
    whenLost: 'null',
  },
  // the signer sets up another one
  {
    table: 'signer_apps',
    column: 'secret_sealed',
    id: 'id',
    purpose: () => signerAppPurpose,
    whenLost: 'row',
  },
  {
    table: 'demo',
    column: 'client_secret_sealed',
    id: 'id',
    purpose: () => demoSecretPurpose,
    whenLost: 'null',
  },
  {
    table: 'webhook_subscriptions',
    column: 'secret',
    id: 'id',
    purpose: () => secretPurpose,
    whenLost: newSigningSecret,
  },
  {
    table: 'webhook_previous_secrets',
    column: 'secret',
    id: 'id',
    purpose: () => secretPurpose,
    whenLost: 'row',
  },
  { table: 'outbox_mails', column: 'content_sealed', id: 'id', purpose: () => mailPurpose, whenLost: 'null' },
]

const batchSize = 200

interface SealedRow {
  readonly id: string
  readonly sealed: Buffer
}

/**
 * Reseals whatever an earlier key sealed, row by row, alongside concurrent readers and writers; returns how many there
 * were.
 */
export async function resealSecrets(app: App): Promise<number> {
  let resealed = 0
  for await (const { column, row } of outdated(app)) {
    const { id, sealed } = row
    const text = await app.vault.open(sealed, column.purpose(id))
    await replaceOne(app, column, row, await app.vault.seal(text, column.purpose(id)))
    resealed++
  }
  return resealed
}

/** How many secrets are still sealed with an earlier key. */
export async function countOutdatedSecrets(app: App): Promise<number> {
  let count = 0
  for await (const each of outdated(app)) if (each.row.id) count++
  return count
}

async function* outdated(
  app: App,
): AsyncGenerator<{ readonly column: SealedColumn; readonly row: SealedRow }> {
  for (const column of sealedColumns) {
    for await (const row of rowsOf(app, column)) {
      if (!(await app.vault.isCurrent(row.sealed, column.purpose(row.id)))) yield { column, row }
    }
  }
}

async function* rowsOf(app: App, { table, column, id }: SealedColumn): AsyncGenerator<SealedRow> {
  for (let after = ''; ; ) {
    const { rows } = await sql<SealedRow>`/* every organisation: the key is that of the installation */
      select ${sql.ref(id)}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(id)}::text > ${after}
      order by ${sql.ref(id)}::text limit ${batchSize}`.execute(app.db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * For a database whose key is lost: removes secrets that can no longer be opened, and creates new ones where required.
 * Signing keys are recreated automatically; identity providers and webhook receivers have to be given theirs again.
 */
export async function replaceLostSecrets(app: App): Promise<void> {
  await internalTransaction(app, async (tx) => {
    for (const table of ['encryption_check', 'encryption_keys', 'encryption_marks']) {
      await sql`delete from ${sql.table(table)}`.execute(tx)
    }
    for (const { table, column, whenLost } of sealedColumns) {
      if (whenLost === 'row')
        await sql`/* every organisation: the key is that of the installation */
          delete from ${sql.table(table)}`.execute(tx)
      if (whenLost === 'null')
        await sql`/* every organisation: the key is that of the installation */
          update ${sql.table(table)} set ${sql.ref(column)} = null`.execute(tx)
    }
  })
  for (const column of sealedColumns) {
    if (typeof column.whenLost !== 'function') continue
    for await (const { id, sealed } of rowsOf(app, column)) {
      const text = column.whenLost()
      await replaceOne(app, column, { id, sealed }, await app.vault.seal(text, column.purpose(id)))
    }
  }
}

/** Leaves a secret that was replaced in the meantime: it is already sealed with the current key. */
async function replaceOne(
  app: App,
  { table, column, id: idColumn }: SealedColumn,
  { id, sealed }: SealedRow,
  next: Buffer,
): Promise<void> {
  await internalTransaction(app, (tx) =>
    sql`/* every organisation: the key is that of the installation */
      update ${sql.table(table)} set ${sql.ref(column)} = ${next}
      where ${sql.ref(idColumn)}::text = ${id} and ${sql.ref(column)} = ${sealed}`.execute(tx),
  )
}
