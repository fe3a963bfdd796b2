// Recovery codes: ten random codes on paper, each of which replaces the second factor once.
import { randomBytes } from 'node:crypto'
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import type { Tx } from '../../../platform/postgres/database.ts'

const count = 10
const length = 16
// without letters that are taken for others
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Gives the person new codes; earlier ones are worth nothing. Only here they are in clear text. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code), used_at: null })))
    .execute()
  return codes
}

/** Whether this is an unused code of the person; uses it up. */
export async function useRecoveryCode(
  tx: Tx,
  { userId, code, now }: { readonly userId: string; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// 80 random bits cannot be guessed, so a slow hash would add nothing
const hashOf = (code: string): Buffer =>
  hashOfSecret(
    code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )

function newCode(): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
