// Recording that a contract was signed outside the product, which executes it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { startOfDay, todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import { updateWithin } from '../commands/update-contract.ts'
import type { Contract, ContractStage } from '../contract.ts'
import { signedCopyRecorded } from '../events.ts'
import { freezeDocument } from './frozen-document.ts'
import { checkNotOutForSignature } from './here/request.ts'
import { checkSignatories, findSignedCopy, type Signatory, writeSignedCopy } from './signed-copy.ts'

export interface Signed {
  /** The version of the document that is the signed copy. */
  readonly version: number
  readonly signatories: readonly Signatory[]
  readonly checkVersion: (version: number) => void
}

/**
 * Records the current version of the document as the signed copy, with who signed it, in place of what was recorded
 * before. A contract that is not executed yet becomes Executed; the day of execution is that of the last signature.
 * Throws bad_request for what nobody signed like that, conflict for a contract without a document or in Void, for
 * another version of the document, and where its approvals are missing.
 */
export function recordSignedCopy(
  app: App,
  actor: Actor,
  contractId: number,
  { version, signatories, checkVersion }: Signed,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, seen } = await lockContractFor({ tx, actor, now, right: 'stage' }, contractId)
    const before = await findSignedCopy(tx, contract)
    checkVersion(before?.revision ?? 0)
    await checkNotOutForSignature(tx, contract)
    if (seen === 'Void') throw conflict('A contract that is Void has no signed copy.')
    const timeZone = await timeZoneOf(tx, contract.organisationId)
    checkSignatories(signatories, todayIn(timeZone, now).day(0))
    const content = await getDocumentVersion(tx, contract, version)
    await writeSignedCopy(tx, contract, content, { signatories, by: actor.userId, now })
    if (!before?.correction) await freezeDocument(tx, { ...contract, fileId: content.fileId }, true)
    const day = lastDayOf(signatories)
    const executed = await executeOn(app, tx, actor, { contract, seen, day, timeZone, now })
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events: [signedCopyRecorded(contract, content, signatories), ...executed] }
  })
}

async function getDocumentVersion(tx: Tx, contract: Contract & MayChange, version: number) {
  const document = await findDocument(tx, contract)
  if (!document)
    throw conflict('The contract has no document that could be the signed copy: upload it first.')
  if (document.version !== version)
    throw conflict(
      `The document has version ${document.version} by now. Look at it before you record it as the signed copy.`,
    )
  return document
}

const lastDayOf = (signatories: readonly Signatory[]): string =>
  signatories.map(({ signedOn }) => signedOn).reduce((last, day) => (day > last ? day : last), '')

const executedStages: readonly ContractStage[] = ['Executed', 'Expired']

interface Execution {
  readonly contract: Contract & MayChange
  readonly seen: ContractStage
  /** That of the last signature. */
  readonly day: string
  readonly timeZone: string
  readonly now: Date
}

function executeOn(
  app: App,
  tx: Tx,
  actor: Actor,
  { contract: { id, executedAt }, seen, day, timeZone, now }: Execution,
): Promise<readonly DomainEvent[]> {
  const isSameDay = executedAt !== null && todayIn(timeZone, executedAt).day(0) === day
  // noon is on the same day in nearly all time zones; on the day itself it may not have come yet
  const noon = new Date(startOfDay(day, timeZone).getTime() + halfDayMs)
  return updateWithin(app, tx, actor, {
    id,
    decide: () => ({
      ...(executedStages.includes(seen) ? {} : { stage: 'Executed' }),
      ...(isSameDay ? {} : { executedAt: noon < now ? noon : now }),
    }),
    now,
  })
}

const halfDayMs = 43_200_000
