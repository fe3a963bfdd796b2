// Which record a thread belongs to after a save, and whether its person may add mail to it.
import { getFileToSee } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import type { Subject } from '../../platform/subject.ts'
import type { MailRecord } from '../thread.ts'

/** What a save says of the record: absent properties leave it, null takes it away, a number sets it. */
export interface RecordInput {
  readonly matterId?: number | null
  readonly contractId?: number | null
  readonly fileId?: number | null
}

type Names = keyof RecordInput

/** The record after the save; 400 names what is no record that the actor may add mail to. */
export async function recordAfter(
  app: App,
  tx: Tx,
  actor: Actor,
  { input, before }: { readonly input: RecordInput; readonly before: MailRecord | null },
): Promise<MailRecord | null> {
  const { matterId, contractId, fileId } = input
  if (matterId && contractId) {
    throw badInput(
      'contractId',
      sentence('A thread belongs to one record: give matterId or contractId, not both.'),
    )
  }
  if (fileId) return recordOfFile(app, tx, actor, input)
  if (matterId) return recordFrom(await contributable(app, tx, actor, { kind: 'matter', id: matterId }))
  if (contractId) return recordFrom(await contributable(app, tx, actor, { kind: 'contract', id: contractId }))
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
  const file = await orBadInput('fileId', 'a file', () => getFileToSee(app, tx, actor, fileId ?? 0))
  const { kind, id } = file.subject
  const named = matterId
    ? { kind: 'matter', id: matterId }
    : contractId
      ? { kind: 'contract', id: contractId }
      : undefined
  if (named && (named.kind !== kind || named.id !== id)) {
    throw badInput('fileId', `must be the id of a file of the ${named.kind}.`)
  }
  return {
    ...recordFrom(await contributable(app, tx, actor, { ...file.subject, input: 'fileId' })),
    fileId: file.id,
  }
}

/** The matter or contract, when the actor may add mail to it; otherwise 400 that names the input. */
export function contributable(
  app: App,
  tx: Tx,
  actor: Actor,
  { kind, id, input = `${kind}Id` }: Pick<Subject, 'kind' | 'id'> & { readonly input?: Names },
) {
  return orBadInput(input, `a ${kind}`, () => app.subjects[kind].getToContribute(tx, actor, id))
}

async function orBadInput<Found>(name: Names, what: string, get: () => Promise<Found>): Promise<Found> {
  try {
    return await get()
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.code)) throw error
    throw badInput(name, `must be the id of ${what} that you can see and add to.`)
  }
}
