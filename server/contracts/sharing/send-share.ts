// Sending a version of the document of a contract to people of the other side: each gets an address of their own.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { newAddress } from '../../platform/secrets/mailed-code.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { sharePage } from '../../platform/web-addresses.ts'
import { getContractFor, lockContractFor, noteContractActivity } from '../access.ts'
import type { Contract } from '../contract.ts'
import { endOfLastDay, lastDayOf, readMailFacts } from '../outside-mail.ts'
import { checkSigner } from '../signing/here/send-request.ts'
import { documentEvent } from './events.ts'
import { documentShared } from './mails.ts'
import { type SentContents, versionToSend } from './sent-contents.ts'
import { mostShares, type Share, shareColumns } from './share.ts'
import { dayText } from '../../platform/time/written-times.ts'

/** How many people are sent it at once. */
export const mostRecipients = 20
const longestMessage = 2_000

export interface NewShare {
  /** The version of the document that they get. */
  readonly version: number
  readonly people: readonly Pick<Share, 'name' | 'email'>[]
  readonly message: string | null
  /** The last day on which they can open it. */
  readonly expires: string
  readonly mayUpload: boolean
  readonly mayComment: boolean
  /** What they get of a Word document besides its text; undefined for one without comments and tracked changes. */
  readonly contents: SentContents | undefined
}

/**
 * Sends the version to each of the people, who may read it, and send back a version and comments where that is allowed.
 * Returns the ids of the shares. Throws bad_request for wrong people; conflict for a version that is not there, for
 * versions to be sent back of a document that is out for signature or signed, for comments and tracked changes of which
 * nothing is said, and beyond 100 open shares.
 */
export async function shareDocument(
  app: App,
  actor: Actor,
  contractId: number,
  given: NewShare,
): Promise<readonly number[]> {
  const held = await getContractFor(app.db, actor, contractId, 'shareDocument')
  checkShare(given, await timeZoneOf(app.db, held.organisationId), app.clock.now())
  const named = await findVersion(app.db, held, given.version)
  if (!named) throw noVersion(given.version)
  const version = await versionToSend(app, actor, {
    organisationId: held.organisationId,
    fileId: named.fileId,
    version: given.version,
    contents: given.contents,
  })
  const input = { ...given, version }
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'shareDocument' }, contractId)
    const { organisationId } = contract
    const expiresAt = checkShare(input, await timeZoneOf(tx, organisationId), now)
    const document = await findVersion(tx, contract, input.version)
    if (!document) throw noVersion(input.version)
    if (document.frozen && input.mayUpload)
      throw conflict('The document is out for signature, or was signed. Send it to be read only.')
    await checkRoom(tx, contract, input.people.length, now)
    const { fileId, sha256 } = document
    const row = { organisationId, contractId, fileId, sha256, expiresAt, now, by: actor.userId, input }
    const shares: Share[] = []
    for (const person of input.people) shares.push(await insertShare(app, tx, row, person))
    await noteContractActivity(tx, contract, now)
    const facts = { version: input.version, sha256: sha256.toString('hex'), expires: input.expires }
    const { mayUpload, mayComment } = input
    return {
      result: shares.map(({ id }) => id),
      events: shares.map((share) =>
        documentEvent('shared', share, fileId, { ...facts, mayUpload, mayComment }),
      ),
    }
  })
}

const noVersion = (version: number) => conflict(`The document has no version ${version}.`)

/** Throws bad_request for what is wrong with the people or the message; returns when the last day is over. */
function checkShare({ people, message, expires }: NewShare, timeZone: string, now: Date): Date {
  if (people.length === 0 || people.length > mostRecipients)
    throw badInput('people', `must be 1 to ${mostRecipients} people.`)
  for (const [index, person] of people.entries())
    checkSigner({ ...person, title: null, party: null }, `people.${index}.`)
  if (message !== null && message.length > longestMessage)
    throw badInput('message', `must have ${longestMessage} characters at most.`)
  return endOfLastDay(expires, timeZone, now)
}

type Key = Pick<Contract, 'organisationId' | 'id'>

const findVersion = (db: Reader, { organisationId, id }: Key, version: number) =>
  db
    // not through access.ts: who may send the contract's document sees it
    .selectFrom('files as f')
    .innerJoin('file_versions as v', (join) =>
      join.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.file_id', '=', 'f.id'),
    )
    .where('f.organisation_id', '=', organisationId)
    .where('f.contract_id', '=', id)
    .where('f.kind', '=', 'ContractDocument')
    .where('f.deleted_at', 'is', null)
    .where('v.version', '=', version)
    .select(['f.id as fileId', 'f.frozen', 'v.sha256'])
    .executeTakeFirst()

async function checkRoom(db: Reader, { organisationId, id }: Key, more: number, now: Date): Promise<void> {
  const { open } = await db
    .selectFrom('document_shares')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .executeTakeFirstOrThrow()
  if (Number(open) + more > mostShares)
    throw conflict(`${mostShares} people have the document at most. Withdraw it from some of them first.`)
}

interface Row {
  readonly organisationId: number
  readonly contractId: number
  readonly fileId: number
  readonly sha256: Buffer
  readonly expiresAt: Date
  readonly now: Date
  readonly by: string
  readonly input: NewShare
}

async function insertShare(
  app: App,
  tx: Tx,
  row: Row,
  { name, email }: Pick<Share, 'name' | 'email'>,
): Promise<Share> {
  const { organisationId, now, input } = row
  const { token, hash } = newAddress(organisationId)
  const share = await tx
    .insertInto('document_shares')
    .values({
      organisation_id: organisationId,
      contract_id: row.contractId,
      file_id: row.fileId,
      file_version: input.version,
      sha256: row.sha256,
      name,
      email,
      message: input.message,
      may_upload: input.mayUpload,
      may_comment: input.mayComment,
      expires_at: row.expiresAt,
      created_by: row.by,
      created_at: now,
      sent_at: now,
      secret_hash: hash,
    })
    .returning([...shareColumns])
    .executeTakeFirstOrThrow()
  await mailShare(app, tx, share, { token, now })
  return share
}

/** Sends the recipient the mail with their address. */
export async function mailShare(
  app: App,
  tx: Tx,
  share: Share,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<void> {
  const { organisationId, name, email, message, expiresAt } = share
  const { contract, sender, timeZone } = await readMailFacts(tx, share)
  const values = {
    name,
    contract,
    sender,
    expires: dayText(lastDayOf(expiresAt, timeZone)),
    message: message ?? '',
    link: sharePage(app.config, token),
  }
  await app.mail.write(tx, documentShared, { organisationId, to: email, values }, now)
}
