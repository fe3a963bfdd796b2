// Asking signers by mail: each gets an address of their own, which replaces the one that they had.
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { newAddress } from '../../../platform/secrets/mailed-code.ts'
import { signingPage } from '../../../platform/web-addresses.ts'
import { signatureAsked } from './mails.ts'
import { lastDayOf, readMailFacts } from '../../outside-mail.ts'
import { changeSigner, type SignatureRequest, type Signer, type SignerKey } from './request.ts'
import { dayText } from '../../../platform/time/written-times.ts'

type Asked = Pick<Signer, 'place' | 'name' | 'email' | 'state'>

/** Those whose turn it is and who have not been asked. */
export const nextSigners = <One extends Asked>(inOrder: boolean, signers: readonly One[]): readonly One[] => {
  const waiting = signers.filter(({ state }) => state === 'Waiting')
  if (!inOrder) return waiting
  return signers.some(({ state }) => state === 'Asked') ? [] : waiting.slice(0, 1)
}

/** Gives a signer a new address, and returns it. `asked` is what is written with it. */
export async function renewAddress(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  signer: SignerKey,
  asked: { readonly state?: 'Asked'; readonly asked_at?: Date } = {},
): Promise<string> {
  const { token, hash } = newAddress(signer.organisationId)
  await changeSigner(tx, signer, { secret_hash: hash, proof_hash: null, code_hash: null, ...asked })
  return signingPage(config, token)
}

interface Asking {
  readonly request: Pick<
    SignatureRequest,
    'organisationId' | 'id' | 'contractId' | 'message' | 'expiresAt' | 'createdBy'
  >
  readonly signers: readonly Asked[]
  readonly now: Date
}

/** Sends each of the signers the mail with their address. */
export async function askSigners(app: App, tx: Tx, { request, signers, now }: Asking): Promise<void> {
  if (signers.length === 0) return
  const { organisationId, id, message, expiresAt } = request
  const { contract, sender, timeZone } = await readMailFacts(tx, request)
  for (const { place, name, email } of signers) {
    const signer = { organisationId, requestId: id, place }
    const link = await renewAddress(app, tx, signer, { state: 'Asked', asked_at: now })
    const values = {
      name,
      contract,
      sender,
      expires: dayText(lastDayOf(expiresAt, timeZone)),
      message: message ?? '',
      link,
    }
    await app.mail.write(tx, signatureAsked, { organisationId, to: email, values }, now)
  }
}
