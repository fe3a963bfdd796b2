// What the people of the contract do with a share: withdraw it, send it again, give it more time.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { resetAttempts } from '../../platform/secrets/attempt-limit.ts'
import { codeLimits, newAddress } from '../../platform/secrets/mailed-code.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { endOfLastDay } from '../outside-mail.ts'
import { documentEvent, shareEvent } from './events.ts'
import { mailShare } from './send-share.ts'
import { isOpen, lockShare, recipientSubject, type Share } from './share.ts'

const againMinutes = 10

/** A share, as one of a contract. */
export interface OfContract {
  readonly contractId: number
  readonly shareId: number
}

/** Nobody opens it any more. Throws not_found, and conflict if it is withdrawn already. */
export const withdrawShare = (app: App, actor: Actor, of: OfContract): Promise<void> =>
  withShare(app, actor, of, async (tx, share, now) => {
    await updateShare(tx, share, { withdrawn_at: now, code_hash: null, proof_hash: null })
    return documentEvent('withdrawn', share, share.fileId)
  })

/** Sends a new address, which replaces the one before. Throws conflict within ten minutes, and when it has expired. */
export const sendShareAgain = (app: App, actor: Actor, of: OfContract): Promise<void> =>
  withShare(app, actor, of, async (tx, share, now) => {
    if (!isOpen(share, now)) throw conflict('It has expired. Give it another last day first.')
    if (share.sentAt.getTime() > now.getTime() - againMinutes * 60_000)
      throw conflict(`They got a mail within the last ${againMinutes} minutes.`)
    const { token, hash } = newAddress(share.organisationId)
    await updateShare(tx, share, { secret_hash: hash, sent_at: now, code_hash: null, proof_hash: null })
    await mailShare(app, tx, share, { token, now })
    return shareEvent('sentAgain', share)
  })

/** Gives it another last day; one that has expired is open again, at the same address. */
export const extendShare = (app: App, actor: Actor, of: OfContract, expires: string): Promise<void> =>
  withShare(app, actor, of, async (tx, share, now) => {
    const expiresAt = endOfLastDay(expires, await timeZoneOf(tx, share.organisationId), now)
    await updateShare(tx, share, { expires_at: expiresAt })
    return shareEvent('extended', share, { expires })
  })

/** Lets the recipient try again, after too many wrong codes. */
export const unlockShare = (app: App, actor: Actor, of: OfContract): Promise<void> =>
  withShare(app, actor, of, async (tx, share) => {
    const subject = recipientSubject(share)
    for (const limit of codeLimits('sharing')) await resetAttempts(tx, limit, { subject, ip: '' })
    return shareEvent('unlocked', share)
  })

interface Written {
  readonly withdrawn_at?: Date
  readonly secret_hash?: Buffer
  readonly sent_at?: Date
  readonly expires_at?: Date
  readonly code_hash?: null
  readonly proof_hash?: null
}

async function updateShare(tx: Tx, { organisationId, id }: Share, values: Written): Promise<void> {
  await tx
    .updateTable('document_shares')
    .set(values)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

function withShare(
  app: App,
  actor: Actor,
  { contractId, shareId }: OfContract,
  work: (tx: Tx, share: Share, now: Date) => Promise<DomainEvent>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'shareDocument' }, contractId)
    const share = await lockShare(tx, { organisationId: contract.organisationId, contractId, id: shareId })
    if (share.withdrawnAt !== null) throw conflict('It was withdrawn. Send the document again instead.')
    const event = await work(tx, share, now)
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events: [event] }
  })
}
