// Setting who approves invoices.
import { sql } from 'kysely'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, isDecimal, rounded } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyDigits, isCurrency } from '../../platform/currencies.ts'
import { checkDeadline, readDefaultDeadline } from '../../records/approvals/default-deadline.ts'
import { type Deadline, deadlineColumns } from '../../records/approvals/timed-step.ts'
import { activeAmong } from './people.ts'
import { type ApprovalRule, type ApprovalSettings, getApprovalSettings } from './rules.ts'

export const mostRules = 20
export const mostApprovers = 50
export const mostCostCentres = 100
export const longestName = 255
export const mostWorkingDays = 60

/** A rule as it is sent; without a deadline it has that of the organisation, with null it has none. */
export type GivenRule = Omit<ApprovalRule, 'deadline'> & { readonly deadline?: Deadline | null | undefined }
type Given = Omit<ApprovalSettings, 'version' | 'rules'> & { readonly rules: readonly GivenRule[] }

/**
 * Replaces the rules. Rounds that wait go on with the steps they were asked for. For administrators; bad_request names
 * what is wrong with which rule.
 */
export function setApprovalRules(
  app: App,
  actor: Actor,
  { given, checkVersion }: { readonly given: Given; readonly checkVersion: (version: number) => void },
): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await getApprovalSettings(tx, organisationId)
    checkVersion(before.version)
    if (given.rules.length > mostRules) throw badInput('rules', `can be ${mostRules} at most.`)
    checkDays(given)
    for (const [index, rule] of given.rules.entries()) await checkRule(tx, organisationId, rule, index)
    const rules = await withDeadlines(tx, organisationId, given.rules)
    await write(tx, organisationId, { ...given, rules, version: before.version + 1 })
    const changes = {
      ownEntriesRefused: { from: before.ownEntriesRefused, to: given.ownEntriesRefused },
      answerDays: { from: before.answerDays, to: given.answerDays },
      appealDays: { from: before.appealDays, to: given.appealDays },
      rules: { from: before.rules, to: rules },
    }
    const event = organisationEvent('organisation.invoiceapprovals.updated', organisationId, { changes })
    return { result: undefined, events: [event] }
  })
}

async function withDeadlines(
  tx: Tx,
  organisationId: number,
  rules: readonly GivenRule[],
): Promise<readonly ApprovalRule[]> {
  const isDefaultNeeded = rules.some(({ deadline }) => deadline === undefined)
  const usual = isDefaultNeeded ? await readDefaultDeadline(tx, organisationId) : null
  return rules.map(({ deadline = usual, ...rule }) => ({ ...rule, deadline }))
}

function checkDays({ answerDays, appealDays }: Given): void {
  for (const [name, days] of Object.entries({ answerDays, appealDays })) {
    if (Number.isInteger(days) && days >= 1 && days <= mostWorkingDays) continue
    throw badInput(name, `must be a number of working days from 1 to ${mostWorkingDays}.`)
  }
}

async function checkRule(
  tx: Tx,
  organisationId: number,
  { name, approverIds, matterManager, deadline, from, costCentreIds }: GivenRule,
  index: number,
): Promise<void> {
  const at = (property: string) => `rules[${index}].${property}`
  if (name.trim() === '' || name.length > longestName)
    throw badInput(at('name'), `must have 1 to ${longestName} characters.`)
  if (approverIds.length === 0 && !matterManager)
    throw badInput(at('approvers'), 'is missing: name people, or ask the manager of the matter.')
  if (approverIds.length > mostApprovers) throw badInput(at('approvers'), `can be ${mostApprovers} at most.`)
  const active = await activeAmong(tx, organisationId, approverIds)
  if (active.length < new Set(approverIds).size)
    throw badInput(at('approvers'), 'must be active people of the organisation.')
  if (deadline) await checkDeadline(tx, organisationId, deadline, at('deadline'))
  if (costCentreIds.length > mostCostCentres)
    throw badInput(at('costCentres'), `can be ${mostCostCentres} at most.`)
  if (!(await areCostCentres(tx, organisationId, costCentreIds)))
    throw badInput(at('costCentres'), 'must be cost centres of your list.')
  if (from === null) return
  if (!isCurrency(from.currency)) throw badInput(at('from.currency'), 'must be a currency such as GBP.')
  const digits = currencyDigits(from.currency)
  const fits = isDecimal(from.total, 14, 4) && compareDecimals(from.total, '0') > 0
  if (!fits || compareDecimals(from.total, rounded(from.total, digits)) !== 0)
    throw badInput(at('from.total'), `must be more than 0, with at most ${digits} decimal places.`)
}

async function areCostCentres(tx: Tx, organisationId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await tx
    .selectFrom('cost_centres')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select('id')
    // so that none is deleted before the rule names it
    .forKeyShare()
    .execute()
  return found.length === new Set(ids).size
}

async function write(tx: Tx, organisationId: number, settings: ApprovalSettings): Promise<void> {
  const { version, ownEntriesRefused, answerDays, appealDays } = settings
  await sql`insert into invoice_approval_settings
      (organisation_id, version, own_entries_refused, answer_days, appeal_days)
    values (${organisationId}, ${version}, ${ownEntriesRefused}, ${answerDays}, ${appealDays})
    on conflict (organisation_id) do update set version = excluded.version,
      own_entries_refused = excluded.own_entries_refused, answer_days = excluded.answer_days,
      appeal_days = excluded.appeal_days`.execute(tx)
  await tx.deleteFrom('invoice_approval_rules').where('organisation_id', '=', organisationId).execute()
  if (settings.rules.length === 0) return
  await tx
    .insertInto('invoice_approval_rules')
    .values(
      settings.rules.map((rule, index) => ({
        organisation_id: organisationId,
        position: index + 1,
        name: rule.name.trim(),
        approver_ids: [...new Set(rule.approverIds)],
        matter_manager: rule.matterManager,
        need: rule.need,
        ...deadlineColumns(rule.deadline),
        from_total: rule.from?.total ?? null,
        currency: rule.from?.currency ?? null,
        over_budget: rule.overBudget,
        cost_centre_ids: [...new Set(rule.costCentreIds)],
      })),
    )
    .execute()
}
