// Documents with the other side, and reading those of a contract.
//
// share       one version of the document of a contract, sent to one person of the other side, who has no account
// recipient   that person: known by their mail address alone
// address     the secret address that the recipient is sent: the last mail has the one that opens something
// return      an offered version (offered.ts): a file that the recipient sends back. It is among the files of the
//             contract, and becomes a version of the document only when somebody accepts it
import type { App } from '../../platform/app.ts'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { lockedSubjects } from '../../platform/secrets/attempt-limit.ts'
import { codeLimits, guestSubject } from '../../platform/secrets/mailed-code.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { getContractToSee } from '../access.ts'
import { lastDayOf } from '../outside-mail.ts'
import type { OfferedFile } from './offered.ts'

export const shareStates = ['Sent', 'Opened', 'Answered', 'Expired', 'Withdrawn'] as const
export type ShareState = (typeof shareStates)[number]

/** How many open shares a contract has at most. */
export const mostShares = 100

export interface Share {
  readonly organisationId: number
  readonly id: number
  readonly contractId: number
  readonly fileId: number
  readonly fileVersion: number
  readonly sha256: Buffer
  readonly name: string
  readonly email: string
  readonly message: string | null
  readonly mayUpload: boolean
  readonly mayComment: boolean
  /** When the day after the last one begins. */
  readonly expiresAt: Date
  readonly createdBy: string
  readonly createdAt: Date
  readonly sentAt: Date
  readonly openedAt: Date | null
  readonly answeredAt: Date | null
  readonly withdrawnAt: Date | null
  readonly secretHash: Buffer
}

export interface ReturnedFile extends OfferedFile {
  readonly shareId: number
  readonly returnedAt: Date
}

/** A share as people who see the contract see it. */
export interface ShownShare extends Omit<Share, 'createdBy'> {
  readonly state: ShareState
  readonly lastDay: string
  readonly createdBy: ShownPerson | undefined
  /** Whether their next code is refused, because too many wrong ones were entered. */
  readonly isLocked: boolean
  /** The latest first; `untracked`: how many changes of the text were not tracked, null where that is not known. */
  readonly returns: readonly (ReturnedFile & {
    readonly isThere: boolean
    readonly untracked: number | null
  })[]
}

export const shareColumns = [
  'document_shares.organisation_id as organisationId',
  'document_shares.id',
  'document_shares.contract_id as contractId',
  'document_shares.file_id as fileId',
  'document_shares.file_version as fileVersion',
  'document_shares.sha256',
  'document_shares.name',
  'document_shares.email',
  'document_shares.message',
  'document_shares.may_upload as mayUpload',
  'document_shares.may_comment as mayComment',
  'document_shares.expires_at as expiresAt',
  'document_shares.created_by as createdBy',
  'document_shares.created_at as createdAt',
  'document_shares.sent_at as sentAt',
  'document_shares.opened_at as openedAt',
  'document_shares.answered_at as answeredAt',
  'document_shares.withdrawn_at as withdrawnAt',
  'document_shares.secret_hash as secretHash',
] as const

export const returnColumns = [
  'document_returns.id',
  'document_returns.share_id as shareId',
  'document_returns.file_id as fileId',
  'document_returns.sha256',
  'document_returns.name',
  'document_returns.state',
  'document_returns.returned_at as returnedAt',
  'document_returns.decided_at as decidedAt',
] as const

type Moments = Pick<Share, 'openedAt' | 'answeredAt' | 'withdrawnAt' | 'expiresAt'>

/** What became of it: the latest of all that happened. */
function stateOf({ openedAt, answeredAt, withdrawnAt, expiresAt }: Moments, now: Date): ShareState {
  if (withdrawnAt !== null) return 'Withdrawn'
  if (expiresAt <= now) return 'Expired'
  if (answeredAt !== null) return 'Answered'
  return openedAt === null ? 'Sent' : 'Opened'
}

/** Whether its address opens the document. */
export const isOpen = (share: Moments, now: Date): boolean =>
  share.withdrawnAt === null && share.expiresAt > now

/** What the tries of a recipient are counted under. */
export const recipientSubject = (share: Pick<Share, 'organisationId' | 'id' | 'secretHash'>): string =>
  guestSubject(`${share.organisationId} ${share.id}`, share)

/** The shares of a contract that the caller may see, the latest first. */
export async function listShares(
  { db, clock }: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ShownShare[]> {
  const { organisationId, id } = await getContractToSee(db, actor, contractId)
  const shares = await db
    .selectFrom('document_shares')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .orderBy('id', 'desc')
    .select([...shareColumns])
    .execute()
  if (shares.length === 0) return []
  const open = shares.filter((share) => isOpen(share, clock.now()))
  const [returns, people, timeZone, locked] = await Promise.all([
    readReturns(db, organisationId, shares),
    peopleByIds(
      db,
      shares.map(({ createdBy }) => createdBy),
    ),
    timeZoneOf(db, organisationId),
    lockedSubjects(db, codeLimits('sharing'), open.map(recipientSubject), clock.now()),
  ])
  return shares.map((share) => ({
    ...share,
    createdBy: people.get(share.createdBy),
    state: stateOf(share, clock.now()),
    isLocked: locked.has(recipientSubject(share)),
    lastDay: lastDayOf(share.expiresAt, timeZone),
    returns: returns.filter(({ shareId }) => shareId === share.id),
  }))
}

async function readReturns(
  db: Reader,
  organisationId: number,
  shares: readonly Pick<Share, 'id' | 'contractId'>[],
) {
  const rows = await db
    .selectFrom('document_returns')
    // not through access.ts: who sees the contract sees that a file is among its own
    .leftJoin('files as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'document_returns.organisation_id')
        .onRef('f.id', '=', 'document_returns.file_id')
        .on('f.deleted_at', 'is', null)
        .on('f.contract_id', '=', shares[0]?.contractId ?? 0),
    )
    .leftJoin('file_versions as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'f.organisation_id')
        .onRef('v.file_id', '=', 'f.id')
        .onRef('v.sha256', '=', 'document_returns.sha256')
        .on('v.version', '=', 1),
    )
    .where('document_returns.organisation_id', '=', organisationId)
    .where(
      'document_returns.share_id',
      'in',
      shares.map(({ id }) => id),
    )
    .orderBy('document_returns.id', 'desc')
    .select([...returnColumns, 'f.id as present', 'v.untracked'])
    .execute()
  return rows.map(({ present, untracked, ...row }) => ({
    ...(row as ReturnedFile),
    isThere: present !== null,
    untracked,
  }))
}

/** A share of a contract, locked until the transaction ends. Throws not_found. */
export async function lockShare(
  tx: Tx,
  { organisationId, contractId, id }: Pick<Share, 'organisationId' | 'contractId' | 'id'>,
): Promise<Share> {
  const share = await tx
    .selectFrom('document_shares')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', contractId)
    .where('id', '=', id)
    .select([...shareColumns])
    .forUpdate()
    .executeTakeFirst()
  if (!share) throw notFound()
  return share
}
