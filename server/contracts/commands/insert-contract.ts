// Writing the row of a new contract, also of one that had a life in another system before.
import { sql } from 'kysely'
import type { RecordFormVersions } from '../../fields/form.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { numberTaken } from '../../records/numbers/take-number.ts'
import { insertMembers } from '../../records/new-members.ts'
import { hasSomebody } from '../../records/somebody.ts'
import type { Contract, ContractStage } from '../contract.ts'
import type { NoticePeriod } from '../key-dates/notice-period.ts'
import type { PastAnswers } from '../../fields/values/field-input.ts'
import { contractKind } from '../contract-kind.ts'
import { daysBefore } from '../key-dates/remind-of-expiry.ts'
import { externalIdTaken } from './check-contract.ts'
import type { NewContract } from './create-contract.ts'

/** A contract that was kept in another system before: its people may have left, and it begins in any stage. */
export interface ContractPast {
  /** One that waits for approval asks for it here. */
  readonly stage: Exclude<ContractStage, 'Approval'>
  readonly createdAt: Date | undefined
  /** Who created it and its document there; the actor without one. */
  readonly createdBy: string | undefined
  readonly executedAt: Date | undefined
  /** Since when it is in its stage; undefined for since it was created. */
  readonly stageSince: Date | undefined
  /** Besides its owner. Its creator is one only where nobody else could open it. */
  readonly memberIds: readonly string[]
  readonly answers: PastAnswers
  /** In place of the one that its answers say. */
  readonly notice: NoticePeriod | undefined
}

/** A contract to be inserted. */
export interface NewRow
  extends Pick<
    Contract,
    | 'organisationId'
    | 'id'
    | 'name'
    | 'stage'
    | 'templateId'
    | 'ownerId'
    | 'createdBy'
    | 'teamId'
    | 'matterId'
    | 'parentId'
    | 'externalId'
    | 'restricted'
    | 'expiry'
    | 'executedAt'
    | 'createdAt'
    | 'formVersion'
    | 'coreFormVersion'
  > {
  readonly stageSince: Date | null
  /** By the pattern of its organisation; null without one. */
  readonly ownNumber: string | null
  /** When something happened on it last. */
  readonly activeAt: Date
  readonly now: Date
}

/** The row of a new contract, in Draft unless it had a life before. */
export const contractFrom = (
  actor: Actor,
  input: NewContract,
  { id, ownNumber, now, ...versions }: RecordFormVersions & Pick<NewRow, 'id' | 'ownNumber' | 'now'>,
): NewRow => ({
  organisationId: actor.organisationId,
  id,
  ownNumber,
  name: input.name,
  stage: input.past?.stage ?? 'Draft',
  templateId: input.templateId,
  // as the database writes it
  ownerId: (input.ownerId ?? actor.userId).toLowerCase(),
  createdBy: input.past?.createdBy ?? actor.userId,
  teamId: input.teamId ?? null,
  matterId: input.matterId ?? null,
  parentId: input.parentId ?? null,
  externalId: input.externalId ?? null,
  restricted: input.restricted ?? false,
  expiry: input.expiry ?? null,
  executedAt: input.past?.executedAt ?? null,
  createdAt: input.past?.createdAt ?? now,
  stageSince: input.past?.stageSince ?? null,
  activeAt: input.past?.stageSince ?? input.past?.createdAt ?? now,
  ...versions,
  now,
})

/** Inserts it with the statement that follows. Throws when its external id or number is taken. */
export const insertContract = (tx: Tx, contract: NewRow): void =>
  insertRow.send(tx, contract, (error) => numberTaken('contract', 'ownNumber')(externalIdTaken(error)))

const insertRow = statement<NewRow, never>(
  (
    contract,
  ) => sql`insert into contracts (organisation_id, id, own_number, name, status, template_id, owner_id, created_by, team_id,
      matter_id, parent_id, external_id, restricted, expiry, executed_at, stage_since, created_at, updated_at,
      last_activity_at, form_version, core_form_version)
    values (${contract.organisationId}, ${contract.id}, ${contract.ownNumber}, ${contract.name}, ${contract.stage}, ${contract.templateId},
      ${contract.ownerId}, ${contract.createdBy}, ${contract.teamId}, ${contract.matterId}, ${contract.parentId},
      ${contract.externalId}, ${contract.restricted}, ${contract.expiry}, ${contract.executedAt},
      ${contract.stageSince}, ${contract.createdAt}, ${contract.now}, ${contract.activeAt},
      ${contract.formVersion}, ${contract.coreFormVersion})`,
)

/**
 * What a contract with a past needs besides its row: somebody who can open it, and no reminder of its expiry that would
 * have come before today.
 */
export async function settlePast(
  tx: Tx,
  contract: NewRow,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  if (!(await hasSomebody(contractKind, tx, contract)))
    await insertMembers(tx, contractKind, contract, { userIds: [by], addedBy: by, now })
  const { organisationId, id, expiry } = contract
  if (expiry === null) return
  const today = await localDay(tx, organisationId, now)
  const day = expiry.slice(0, 10)
  if (addDays(day, -daysBefore) >= today) return
  const days = day < today ? 0 : daysBefore
  await tx
    .insertInto('contract_expiry_reminders')
    .values({ organisation_id: organisationId, contract_id: id, expiry, days })
    .execute()
}
