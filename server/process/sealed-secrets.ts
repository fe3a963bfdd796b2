// Every secret that is stored sealed, in one list, and sealing them again with the key that seals now.
import { sql } from 'kysely'
import { demoSecretPurpose } from '../demo/demo-client.ts'
import { signingKeyPurpose } from '../oauth/keys.ts'
import type { App } from '../platform/app.ts'
import { bookkeeping } from '../platform/change.ts'
import { providerSecretPurpose } from '../sessions/sso/providers.ts'
import { newSigningSecret, secretPurpose } from '../webhooks/delivery/signature.ts'

/** A column of sealed secrets; `id` names a row, and the purpose may follow from it. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly id: string
  readonly purpose: (id: string) => string
  /** What takes its place when the key is lost: nothing, no row at all, or a new secret. */
  readonly whenLost: 'null' | 'row' | (() => string)
}

/** All of them, but those of the keys themselves (platform/vault-keys.ts). */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'private_sealed', id: 'kid', purpose: signingKeyPurpose, whenLost: 'row' },
  {
    table: 'identity_providers',
    column: 'client_secret_sealed',
    id: 'organisation_id',
    purpose: (id) => providerSecretPurpose(Number(id)),
    // the provider refuses it until it is set again
    whenLost: () => '',
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
]

const batchSize = 200

interface SealedRow {
  readonly id: string
  readonly sealed: Buffer
}

/** Seals again whatever an earlier key sealed, a row at a time, beside whoever reads and writes; answers how many there were. */
export async function resealAll(app: App): Promise<number> {
  let resealed = 0
  for await (const { column, row } of outdated(app)) {
    const { id, sealed } = row
    const text = await app.vault.open(sealed, column.purpose(id))
    await replaceOne(app, column, row, await app.vault.seal(text, column.purpose(id)))
    resealed++
  }
  return resealed
}

/** How many secrets an earlier key sealed. */
export async function countOutdated(app: App): Promise<number> {
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
 * For a database whose key is lost: takes away what nobody can open any more, and puts new secrets where one must be. Signing keys
 * are made again by themselves; identity providers and receivers of notifications need to be given theirs again.
 */
export async function replaceSealed(app: App): Promise<void> {
  await bookkeeping(app, async (tx) => {
    for (const table of ['encryption_check', 'encryption_keys', 'encryption_marks']) {
      await sql`delete from ${sql.table(table)}`.execute(tx)
    }
    for (const { table, column, whenLost } of sealedColumns) {
      if (whenLost === 'row') await sql`delete from ${sql.table(table)}`.execute(tx)
      if (whenLost === 'null') await sql`update ${sql.table(table)} set ${sql.ref(column)} = null`.execute(tx)
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

/** A secret that was replaced in the meantime is left: it was sealed by whoever did that. */
async function replaceOne(
  app: App,
  { table, column, id: idColumn }: SealedColumn,
  { id, sealed }: SealedRow,
  next: Buffer,
): Promise<void> {
  await bookkeeping(app, (tx) =>
    sql`/* every organisation: the key is that of the installation */
      update ${sql.table(table)} set ${sql.ref(column)} = ${next}
      where ${sql.ref(idColumn)}::text = ${id} and ${sql.ref(column)} = ${sealed}`.execute(tx),
  )
}
