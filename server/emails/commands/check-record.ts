// Which record a thread belongs to after a save, and whether its person may add mail to it.
import { kinds } from '../../records/kinds.ts'
import { getFileToSee } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import type { Subject } from '../../platform/subject.ts'
import type { MailRecord } from '../thread.ts'

/** What a save says about the record: an absent property keeps it, null removes it, a number sets it. */
export interface RecordInput {
  readonly matterId?: number | null
  readonly contractId?: number | null
  readonly fileId?: number | null
}

type Names = keyof RecordInput

/** The record after the save; bad_request names a record that the actor may not add mail to. */
export async function resolveRecord(
  app: App,
  tx: Tx,
  actor: Actor,
  { input, before }: { readonly input: RecordInput; readonly before: MailRecord | null },
): Promise<MailRecord | null> {
  const { matterId, contractId, fileId } = input
  if (matterId && contractId) {
    throw badInput(
      'contractId',
      sentence('A thread belongs to one record: send matterId or contractId, not both.'),
    )
  }
  if (fileId) return recordOfFile(app, tx, actor, input)
  if (matterId)
    return recordFrom(await getRecordToAddTo(app, tx, actor, { kind: kinds.matter.one, id: matterId }))
  if (contractId)
    return recordFrom(await getRecordToAddTo(app, tx, actor, { kind: kinds.contract.one, id: contractId }))
  if (!before || input[`${before.kind}Id`] === null) return null
  return fileId === null ? { ...before, fileId: null } : before
}

const recordFrom = ({ kind, id, organisationId }: Subject): MailRecord => ({
  kind,
  id,
  organisationId,
  fileId: null,
})

async function recordOfFile(
  app: App,
  tx: Tx,
  actor: Actor,
  { matterId, contractId, fileId }: RecordInput,
): Promise<MailRecord> {
  const file = await asBadInput('fileId', 'a file', () => getFileToSee(app, tx, actor, fileId ?? 0))
  const { kind, id } = file.subject
  const named = matterId
    ? { kind: kinds.matter.one, id: matterId }
    : contractId
      ? { kind: kinds.contract.one, id: contractId }
      : undefined
  if (named && (named.kind !== kind || named.id !== id)) {
    throw badInput('fileId', `must be the id of a file of the ${named.kind}.`)
  }
  return {
    ...recordFrom(await getRecordToAddTo(app, tx, actor, { ...file.subject, input: 'fileId' })),
    fileId: file.id,
  }
}

/** The matter or contract if the actor may add mail to it; otherwise bad_request naming the input. */
export function getRecordToAddTo(
  app: App,
  tx: Tx,
  actor: Actor,
  { kind, id, input = `${kind}Id` }: Pick<Subject, 'kind' | 'id'> & { readonly input?: Names },
) {
  return asBadInput(input, `a ${kind}`, () => app.subjects[kind].getToContribute(tx, actor, id))
}

async function asBadInput<Found>(name: Names, what: string, get: () => Promise<Found>): Promise<Found> {
  try {
    return await get()
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.code)) throw error
    throw badInput(name, `must be the id of ${what} that you may see and add to.`)
  }
}
