// An executed contract is a locked record: what was signed is not changed in place. Changes are amendments, which are
// contracts of their own; an administrator can open it for a correction, with a reason.
import { sql } from 'kysely'
import type { FormField } from '../../fields/form.ts'
import { fieldsOfForms } from '../../fields/form.ts'
import type { RecordFields } from '../../fields/record-fields.ts'
import { keyOfField } from '../../fields/field.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { RecordRight } from '../../records/rights/rights-table.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import type { Contract } from '../contract.ts'
import { partyFields } from '../contract-parties.ts'
import { correctionEvent } from '../events.ts'
import { checkReason, freezeDocument } from './frozen-document.ts'
import { findSignedCopy } from './signed-copy.ts'

type Key = Pick<Contract, 'organisationId' | 'id'>
type Staged = Key & Pick<Contract, 'stage'>

const selectLock = statement<Key, { readonly id: number }>(
  ({ organisationId, id }) => sql`select s.contract_id as id from signed_copies s
    where s.organisation_id = ${organisationId} and s.contract_id = ${id} and s.locked and s.correction_since is null`,
)

const isExecuted = ({ stage }: Pick<Contract, 'stage'>): boolean =>
  stage === 'Executed' || stage === 'Expired'

/** Whether it is an executed contract whose signed copy is recorded, and that is not open for a correction. */
const isLocked = async (db: Reader, contract: Staged): Promise<boolean> =>
  isExecuted(contract) && (await selectLock.run(db, contract)).length > 0

/** Throws conflict for an executed contract whose signed copy is recorded: `what` is not changed in place. */
export async function checkNotLocked(db: Reader, contract: Staged, what: string): Promise<void> {
  if (await isLocked(db, contract))
    throw conflict(
      `${what} was signed with the contract. Make an amendment, or ask an administrator to open the contract for a correction.`,
    )
}

interface FactChanges {
  readonly next: Pick<Contract, 'expiry'>
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
  readonly fields: RecordFields | undefined
}

/** Throws conflict when a locked contract would get another expiry, party or key fact; what is missing may be added. */
export async function checkFactsNotLocked(
  db: Reader,
  contract: Staged & Pick<Contract, 'expiry'>,
  { next, changes, fields }: FactChanges,
): Promise<void> {
  if (!isExecuted(contract)) return
  if (isGiven(contract.expiry) && next.expiry !== contract.expiry)
    return checkNotLocked(db, contract, 'The expiry')
  const changed = fields && factFields(fields).find(({ field }) => isGiven(changes[keyOfField(field)]?.from))
  if (changed) await checkNotLocked(db, contract, changed.label)
}

/** What somebody could only try in vain on a locked contract: its facts that are there. Nothing on any other. */
export async function lockedFacts(
  db: Reader,
  contract: Staged & Pick<Contract, 'expiry'>,
  { fields, noticePeriod }: { readonly fields: RecordFields; readonly noticePeriod: unknown },
): Promise<{ readonly rights: readonly RecordRight[]; readonly fieldIds: readonly number[] }> {
  if (!(await isLocked(db, contract))) return { rights: [], fieldIds: [] }
  const held = factFields(fields).filter(({ field }) => isGiven(fields.values.get(field.id)))
  return {
    rights: [
      ...(isGiven(contract.expiry) ? (['expiry'] as const) : []),
      ...(isGiven(noticePeriod) ? (['noticePeriod'] as const) : []),
    ],
    fieldIds: held.map(({ field }) => field.id),
  }
}

/** The fields that hold key facts: those with a meaning, and those that name parties. */
const factFields = ({ detail, core }: RecordFields): readonly FormField[] => [
  ...fieldsOfForms([detail, core]).filter(({ field }) => field.meaning !== null),
  ...partyFields([detail, core]),
]

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/**
 * Opens a locked contract for a correction, until it is locked again. Throws conflict for one that is not locked, and
 * forbidden for everybody but administrators.
 */
export function openForCorrection(app: App, actor: Actor, contractId: number, reason: string): Promise<void> {
  const said = checkReason(reason)
  return setCorrection(app, actor, contractId, said)
}

/** Ends the correction: the contract is locked again. Throws conflict if it is not open for one. */
export const endCorrection = (app: App, actor: Actor, contractId: number): Promise<void> =>
  setCorrection(app, actor, contractId, null)

function setCorrection(app: App, actor: Actor, contractId: number, reason: string | null): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'correctExecuted' }, contractId)
    const copy = await findSignedCopy(tx, contract)
    if (!copy?.locked) throw conflict('The contract is not locked: it can be changed as it is.')
    if ((copy.correction === null) === (reason === null))
      throw conflict(
        reason === null
          ? 'The contract is locked already.'
          : 'The contract is open for a correction already.',
      )
    const { organisationId, id } = contract
    await tx
      .updateTable('signed_copies')
      .set({ correction_reason: reason, correction_since: reason === null ? null : now })
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', id)
      .execute()
    await freezeDocument(tx, { organisationId, fileId: copy.fileId }, reason === null)
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events: [correctionEvent(contract, reason)] }
  })
}
