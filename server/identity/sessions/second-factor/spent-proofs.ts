// Proofs that are good once in all processes: answers to challenges, assertions of identity providers.
import { hashOfSecret } from '../../../platform/secrets/crypto.ts'
import type { Tx } from '../../../platform/postgres/database.ts'

/** Whether the proof was not used before; uses it up. It is kept until it would be refused for its age. */
export async function spendProof(tx: Tx, proof: string, until: Date): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_proofs')
    .values({ hash: hashOfSecret(proof), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return spent !== undefined
}
