// Authorization codes: issued to a client when the user consents, valid for ten minutes and a single use.
import { hashOfSecret, newSecret } from '../../../platform/secrets/crypto.ts'
import type { Tx } from '../../../platform/postgres/database.ts'

const codeMinutes = 10

/** What a code is bound to: everything the user was shown and the client sent. */
export interface CodeBinding {
  readonly clientId: number
  readonly userId: string
  readonly redirectUri: string
  readonly codeChallenge: string | null
  /** Whether the person had not proven lately who they are. */
  readonly unproven?: boolean
}

/** Issues a code; only its hash is stored. */
export async function issueCode(tx: Tx, binding: CodeBinding, now: Date): Promise<string> {
  const code = newSecret()
  await tx
    .insertInto('authorization_codes')
    .values({
      hash: hashOfSecret(code),
      client_id: binding.clientId,
      user_id: binding.userId,
      redirect_uri: binding.redirectUri,
      code_challenge: binding.codeChallenge,
      unproven: binding.unproven ?? false,
      created_at: now,
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    })
    .execute()
  return code
}
