// People without an account act in transactions of their own, after they were proven. Meanwhile somebody else may have
// been put in their place, or a new address may have been sent: what they do then is not theirs to do.
import { sql } from 'kysely'
import { conflict } from '../errors.ts'
import type { Tx } from '../postgres/database.ts'

/** Who was proven, as their row said then. */
export interface ProvenGuest {
  /** Of the secret in the address that they opened. */
  readonly secretHash: Buffer | null
  readonly name: string
  readonly email: string
}

/** The row of a guest: the columns of its key, with their values. */
export interface GuestRow {
  readonly table: 'signature_signers' | 'document_shares'
  readonly key: Readonly<Record<string, number>> & { readonly organisation_id: number }
}

/**
 * Locks the row of a guest until the transaction ends. Every act of a guest begins with it. Throws conflict if the row
 * is not that of the person and the address that were proven any more.
 */
export async function holdGuest(tx: Tx, { table, key }: GuestRow, proven: ProvenGuest): Promise<void> {
  const conditions = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<ProvenGuest>`
    select secret_hash as "secretHash", name, email from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)} for update`.execute(tx)
  const [row] = rows
  const isSame =
    row !== undefined &&
    row.secretHash !== null &&
    proven.secretHash?.equals(row.secretHash) === true &&
    row.name === proven.name &&
    row.email === proven.email
  if (!isSame)
    throw conflict(
      'This address was replaced meanwhile, so nothing was recorded. Use the one in the last mail.',
    )
}
