// The first and the last step of a rotation of the encryption key, each in one transaction. The step between them,
// resealing the secrets, is in server/operations/process/key-rotation.ts.
import type { Kysely } from 'kysely'
import { inTransaction } from '../postgres/database.ts'
import { deriveMacKey, keyIdOf, sealWith } from './sealing.ts'
import type { Tables } from '../postgres/tables.ts'
import { checkPurpose, type KeyRing, macKeyPurpose, wrapPurpose } from './vault-keys.ts'

interface Stored {
  readonly kysely: Kysely<Tables>
}

/** The purposes of MACs (Vault.mac): their values stay the same when the key changes. */
const macPurposes = ['mail-address', 'unsubscribe'] as const

/** Whether a rotation was started and its old key has not been dropped. */
export async function isRotating({ kysely }: Stored): Promise<boolean> {
  return (await kysely.selectFrom('encryption_keys').select('key_id').executeTakeFirst()) !== undefined
}

/**
 * Makes `next` the key that seals. Every running process finds it in the database, sealed with the key it already has,
 * and the old one remains readable. Throws if a rotation is in progress.
 */
export function activateKey(database: Stored, ring: KeyRing, next: Buffer): Promise<void> {
  const { active: old } = ring
  return inTransaction(database, async (tx) => {
    // one rotation at a time
    await tx.selectFrom('encryption_check').select('id').forUpdate().execute()
    const begun = await tx.selectFrom('encryption_keys').select('key_id').executeTakeFirst()
    if (begun) throw new Error('Another rotation of the encryption key has just been started.')
    const wrap = (key: Buffer, by: Buffer) => ({
      key_id: keyIdOf(key),
      sealed_with: keyIdOf(by),
      sealed: sealWith(by, key.toString('base64'), wrapPurpose(keyIdOf(key))),
      // real time: for the operator's information
      created_at: new Date(),
    })
    await tx
      .insertInto('encryption_keys')
      .values([wrap(next, old), wrap(old, next)])
      .execute()
    for (const purpose of macPurposes) {
      const macKey = ring.macKeys.get(purpose) ?? deriveMacKey(old, purpose)
      const sealed = sealWith(next, macKey.toString('base64'), macKeyPurpose(purpose))
      await tx
        .insertInto('encryption_marks')
        .values({ purpose, sealed })
        .onConflict((conflict) => conflict.column('purpose').doUpdateSet({ sealed }))
        .execute()
    }
    await tx
      .updateTable('encryption_check')
      .set({ sealed: sealWith(next, 'chancery', checkPurpose) })
      .execute()
  })
}

/** Completes a rotation: from now on only the new key can open anything. */
export async function deleteOldKey({ kysely }: Stored): Promise<void> {
  await kysely.deleteFrom('encryption_keys').execute()
}
