// Asking signers by mail: each gets an address of their own, which replaces the one that they had.
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { hashOfSecret, newSecret } from '../../../platform/secrets/crypto.ts'
import { signingPage } from '../../../platform/web-addresses.ts'
import { signatureAsked } from './mails.ts'
import { changeSigner, lastDayOf, type SignatureRequest, type Signer, type SignerKey } from './request.ts'

type Asked = Pick<Signer, 'place' | 'name' | 'email' | 'state'>

/** Those whose turn it is and who have not been asked. */
export const nextSigners = <One extends Asked>(inOrder: boolean, signers: readonly One[]): readonly One[] => {
  const waiting = signers.filter(({ state }) => state === 'Waiting')
  if (!inOrder) return waiting
  return signers.some(({ state }) => state === 'Asked') ? [] : waiting.slice(0, 1)
}

/** The secret in an address, and the organisation that it is looked up in. */
export interface SigningToken {
  readonly organisationId: number
  readonly secret: string
}

/** The token in an address; undefined for what cannot be one. */
export function readToken(token: string): SigningToken | undefined {
  const match = /^(\d{1,10})-([A-Za-z0-9_-]{43})$/.exec(token)
  return match ? { organisationId: Number(match[1]), secret: match[2] ?? '' } : undefined
}

/** Gives a signer a new address, and returns it. `asked` is what is written with it. */
export async function renewAddress(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  signer: SignerKey,
  asked: { readonly state?: 'Asked'; readonly asked_at?: Date } = {},
): Promise<string> {
  const secret = newSecret()
  const secretHash = hashOfSecret(secret)
  await changeSigner(tx, signer, { secret_hash: secretHash, proof_hash: null, code_hash: null, ...asked })
  return signingPage(config, `${signer.organisationId}-${secret}`)
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
  const { organisationId, id, contractId, message, expiresAt } = request
  const { contract, sender, organisation, timeZone } = await tx
    // not through access.ts: the mail is for people without an account
    .selectFrom('contracts as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', request.createdBy))
    .where('c.organisation_id', '=', organisationId)
    .where('c.id', '=', contractId)
    .select(['c.name as contract', 'o.name as organisation', 'o.time_zone as timeZone'])
    .select((eb) => eb.fn<string>('concat_ws', [eb.val(' '), 'u.first_name', 'u.last_name']).as('sender'))
    .executeTakeFirstOrThrow()
  for (const { place, name, email } of signers) {
    const signer = { organisationId, requestId: id, place }
    const link = await renewAddress(app, tx, signer, { state: 'Asked', asked_at: now })
    const values = {
      name,
      contract,
      sender: `${sender} of ${organisation}`,
      expires: written(lastDayOf(expiresAt, timeZone)),
      message: message ?? '',
      link,
    }
    await app.mail.write(tx, signatureAsked, { organisationId, to: email, values }, now)
  }
}

const written = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
