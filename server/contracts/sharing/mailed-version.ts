// Offered versions that came by mail to the address of a contract: which there are, and deciding on them. They are for
// those who may upload a version.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { EventName } from '../../platform/events/event-names.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { activeLock, type File } from '../../files/file.ts'
import { filesVisibleTo, findFileIn, getFileToSee } from '../../files/access.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { getContractToContribute, getContractToSee, noteContractActivity } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract } from '../contract.ts'
import { checkOffered, decideOffered, type OfferedFile, takeOffered } from './offered.ts'

/** A version that came by mail. */
export interface MailedVersion extends OfferedFile {
  /** Who sent the mail. */
  readonly userId: string
  /** The mail among the files of the contract. */
  readonly mailFileId: number
  readonly returnedAt: Date
}

/** The same as people who see the contract and the file see it. */
export interface ShownMailedVersion extends MailedVersion {
  readonly sender: ShownPerson | undefined
  readonly hasMail: boolean
}

/** Versions that came by mail, and the document that they are offered for. */
export interface MailedVersions {
  /** Null while none can be taken: no document, one that is being signed, was signed or is locked, or all is over. */
  readonly document: Pick<File, 'id' | 'name' | 'version'> | null
  readonly items: readonly ShownMailedVersion[]
}

const columns = [
  'document_returns.id',
  'document_returns.file_id as fileId',
  'document_returns.sha256',
  'document_returns.name',
  'document_returns.state',
  'document_returns.decided_at as decidedAt',
  'document_returns.user_id as userId',
  'document_returns.mail_file_id as mailFileId',
  'document_returns.returned_at as returnedAt',
] as const

/** Whether a contract has come to its end, or is in force: its document does not change any more. */
export const isClosed = ({ stage }: Pick<Contract, 'stage'>): boolean =>
  stage === 'Executed' || stage === 'Expired' || stage === 'Void'

const mostListed = 100

/** The versions that came by mail, as far as the caller sees their files, the latest first: at most a hundred. */
export async function listMailedVersions(
  app: App,
  actor: Actor,
  contractId: number,
): Promise<MailedVersions> {
  const { db } = app
  const contract = await getContractToSee(db, actor, contractId)
  const rows = await mailedVersions(db, contract).orderBy('id', 'desc').limit(mostListed).execute()
  const versions = rows as MailedVersion[]
  if (versions.length === 0) return { document: null, items: [] }
  const [visible, people, document] = await Promise.all([
    filesVisibleTo(app, db, actor)
      .where('files.organisation_id', '=', contract.organisationId)
      .where(
        'files.id',
        'in',
        versions.flatMap(({ fileId, mailFileId }) => [fileId, mailFileId]),
      )
      .select('files.id')
      .execute(),
    peopleByIds(
      db,
      versions.map(({ userId }) => userId),
    ),
    findOpenDocument(app, actor, contract),
  ])
  const seen = new Set(visible.map(({ id }) => id))
  const items = versions
    .filter(({ fileId }) => seen.has(fileId))
    .map((each) => ({ ...each, sender: people.get(each.userId), hasMail: seen.has(each.mailFileId) }))
  return { document, items }
}

const mailedVersions = (db: Reader, { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>) =>
  db
    .selectFrom('document_returns')
    .where('document_returns.organisation_id', '=', organisationId)
    .where('document_returns.contract_id', '=', id)
    .select([...columns])

/** The document, if a version can be added to it now. */
async function findOpenDocument(
  { db, clock }: App,
  actor: Actor,
  contract: Awaited<ReturnType<typeof getContractToSee>>,
): Promise<MailedVersions['document']> {
  const document = isClosed(contract) ? undefined : await findDocument(db, contract)
  const subject = { ...contract, kind: 'contract' as const }
  const file = document && (await findFileIn(db, { subject, lock: false }, document.fileId))
  if (!file || file.isFrozen) return null
  const lock = activeLock(file, clock.now())
  return lock === null || lock.by === actor.userId ? file : null
}

interface OfContract {
  readonly contractId: number
  readonly versionId: number
}

/**
 * Makes it the next version of the document, after `version`, under the name of the person who sent the mail. Throws
 * like `takeOffered`, and forbidden for somebody who may add no version.
 */
export const takeMailedVersion = (app: App, actor: Actor, of: OfContract, version: number): Promise<void> =>
  withMailedVersion(app, actor, of, async ({ tx, now, contract, offered }) => {
    const { name, userId } = offered
    const person = (await peopleByIds(tx, [userId])).get(userId)
    const sender = person ? nameOf(person) : ''
    const added = await takeOffered(
      { app, tx, actor, now },
      {
        contract,
        offered,
        version,
        author: { userId },
        comments: sender === '' ? 'From a mail' : `From a mail of ${sender}`,
        facts: { fromMail: { from: null, to: sender } },
      },
    )
    const facts = { person: sender, name, version: added.version }
    return { state: 'Accepted', events: [...added.events, mailedEvent('taken', contract, offered, facts)] }
  })

const nameOf = ({ firstName, lastName, email }: ShownPerson): string => {
  const name = [firstName, lastName].filter((each) => each).join(' ')
  return name === '' ? email : `${name} <${email}>`
}

/** Notes that it is no version of the document. Throws conflict for one that was decided before. */
export const declineMailedVersion = (app: App, actor: Actor, of: OfContract): Promise<void> =>
  withMailedVersion(app, actor, of, async ({ contract, offered }) => {
    checkOffered(offered)
    return { state: 'Declined', events: [mailedEvent('declined', contract, offered, { name: offered.name })] }
  })

const mailedEvent = (
  what: 'taken' | 'declined',
  { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>,
  { fileId }: MailedVersion,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `contract.mailedVersion.${what}` satisfies EventName,
  organisationId,
  subject: { kind: 'contract', id },
  resource: { kind: 'file', id: fileId },
  facts,
})

interface Deciding {
  readonly tx: Tx
  readonly now: Date
  readonly contract: Contract & MayContribute
  readonly offered: MailedVersion
}

interface Decision {
  readonly state: 'Accepted' | 'Declined'
  readonly events: readonly DomainEvent[]
}

function withMailedVersion(
  app: App,
  actor: Actor,
  { contractId, versionId }: OfContract,
  decide: (deciding: Deciding) => Promise<Decision>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const contract = await getContractToContribute(tx, actor, contractId)
    await app.subjects.contract.hold(tx, { ...contract, kind: 'contract' })
    const row = await mailedVersions(tx, contract)
      .where('document_returns.id', '=', versionId)
      .executeTakeFirst()
    if (!row) throw notFound()
    const offered = row as MailedVersion
    // it may be private by now
    await getFileToSee(app, tx, actor, offered.fileId)
    const { state, events } = await decide({ tx, now, contract, offered })
    const { organisationId } = contract
    await decideOffered(tx, { organisationId, id: offered.id, state, by: actor, now })
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}
