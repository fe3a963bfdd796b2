// The passkeys of people: making one, proving to have one, naming and removing them.
import { randomUUID } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { App } from '../../../platform/app.ts'
import { badInput, conflict, notFound, sentence } from '../../../platform/errors.ts'
import { type Reader, type Tx, violates } from '../../../platform/postgres/database.ts'
import {
  checkRegistration,
  checkSignIn,
  type PasskeyAnswer,
  registrationOptions,
  signInOptions,
} from './passkey-ceremony.ts'
import { spendProof } from './spent-proofs.ts'

const mostOfPerson = 20
const longestName = 100

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Reader, userId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'created_at', 'used_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, used_at, ...row }) => ({ ...row, createdAt: created_at, usedAt: used_at }))
}

const storedOf = (db: Reader, userId: string) =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['credential_id', 'public_key', 'uses', 'transports'])
    .execute()

interface Owner {
  readonly userId: string
  readonly email: string
  readonly name: string
}

/** What the browser with this cookie needs to make a passkey. Throws conflict if the person has enough of them. */
export async function startPasskey(app: App, browser: string, owner: Owner) {
  const existing = await storedOf(app.db, owner.userId)
  if (existing.length >= mostOfPerson) {
    throw conflict(`You have ${mostOfPerson} passkeys. Remove one that you no longer use first.`)
  }
  return registrationOptions(app, { ...owner, browser, existing })
}

interface NewPasskey {
  readonly userId: string
  readonly name: string
  readonly browser: string
  readonly response: RegistrationResponseJSON
}

/** Stores the passkey that a browser made. Throws bad_request if its answer is not right. */
export async function addPasskey(
  app: App,
  tx: Tx,
  { userId, name, browser, response }: NewPasskey,
): Promise<void> {
  const made = await checkRegistration(app, browser, response)
  if (!made || !(await spendProof(tx, made.spends.proof, made.spends.until))) throw notMade()
  const { passkey } = made
  await tx
    .insertInto('passkeys')
    .values({
      id: randomUUID(),
      user_id: userId,
      ...passkey,
      transports: [...passkey.transports],
      name: checkedName(name),
      created_at: app.clock.now(),
    })
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'passkeys_credential_unique')
        ? conflict('This passkey is in use already.')
        : error
    })
}

const notMade = () =>
  badInput(
    'response',
    sentence('The passkey could not be checked. Start again; it has to be made within five minutes.'),
  )

function checkedName(name: string): string {
  const checked = name.trim()
  if (checked === '' || checked.length > longestName) {
    throw badInput('name', `must have 1 to ${longestName} characters.`)
  }
  return checked
}

/** Renames a passkey of the person. Throws not_found. */
export async function renamePasskey(tx: Tx, userId: string, { id, name }: Pick<Passkey, 'id' | 'name'>) {
  const renamed = await tx
    .updateTable('passkeys')
    .set({ name: checkedName(name) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw notFound()
}

/** Removes a passkey of the person and returns its name. Throws not_found. */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<string> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw notFound()
  return removed.name
}

/** What the browser needs to prove one of the person's passkeys; without a person, any of this site. */
export async function startPasskeySignIn(app: App, browser: string, userId: string | undefined) {
  return signInOptions(app, browser, userId === undefined ? [] : await storedOf(app.db, userId))
}

/**
 * The person whose passkey the answer proves; undefined if it proves none. Uses the challenge up, so that the same
 * answer proves nothing again, in any process.
 */
export async function usePasskey(app: App, tx: Tx, answer: PasskeyAnswer): Promise<string | undefined> {
  const id = Buffer.from(answer.response.id, 'base64url')
  // locked, so that the authenticator's count is compared with the latest one
  const passkey = await tx
    .selectFrom('passkeys')
    .where('credential_id', '=', id)
    .select(['id', 'user_id', 'credential_id', 'public_key', 'uses', 'transports'])
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return undefined
  const proven = await checkSignIn(app, { ...answer, passkey })
  if (!proven || !(await spendProof(tx, proven.spends.proof, proven.spends.until))) return undefined
  await tx
    .updateTable('passkeys')
    .set({ uses: proven.uses, used_at: app.clock.now() })
    .where('id', '=', passkey.id)
    .execute()
  return passkey.user_id
}
