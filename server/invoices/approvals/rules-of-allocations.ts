// What rules of approval mean for an invoice that is allocated otherwise: the rules of a cost centre cannot be avoided
// by naming it later.
import type { Actor } from '../../platform/actor.ts'
import { sumOf } from '../../platform/decimal.ts'
import { conflict } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { totalOf } from '../lines.ts'
import { netAmounts } from '../net-amounts.ts'
import { rulesThatApply, sumsOfReview } from './ask-approval.ts'
import { costCentresFor } from './cost-centres-of-invoice.ts'
import { getApprovalSettings, rulesFor } from './rules.ts'
import { restartRound } from './rules-of-moves.ts'
import { latestRound } from './stored-rounds.ts'

const ofCostCentres = ({ costCentreIds }: { readonly costCentreIds: readonly number[] }) =>
  costCentreIds.length > 0

/** Asks again where other rules apply than those whose people are asked. */
export async function askAgainIfReallocated(
  tx: Tx,
  actor: Actor,
  invoice: Invoice,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const { rules } = await getApprovalSettings(tx, invoice.organisationId)
  if (!rules.some(ofCostCentres)) return []
  const round = await latestRound(tx, invoice)
  if (round?.state !== 'Waiting') return []
  const sums = await sumsOfReview(tx, invoice)
  const applying = await rulesThatApply(tx, invoice, { rules, sums, now })
  const asked = round.steps.map(({ name }) => name)
  if (applying.length === asked.length && applying.every(({ name }, index) => name === asked[index]))
    return []
  return restartRound(tx, actor, invoice, {
    round,
    rules: applying,
    total: totalOf(sums),
    reason: 'The invoice is allocated otherwise.',
    now,
  })
}

/** Throws conflict for an approved invoice whose cost centres need an approval that nobody has given. */
export async function checkRulesOfAllocation(tx: Tx, invoice: Invoice): Promise<readonly DomainEvent[]> {
  const { rules } = await getApprovalSettings(tx, invoice.organisationId)
  const asking = rules.filter(ofCostCentres)
  const costCentreIds = await costCentresFor(tx, invoice, asking)
  if (asking.length === 0) return []
  const { approved, approvedTax } = netAmounts()
  // not through access.ts: the caller has locked it
  const sums = await tx
    .selectFrom('invoices')
    .where('organisation_id', '=', invoice.organisationId)
    .where('id', '=', invoice.id)
    .select([approved.as('net'), approvedTax.as('tax')])
    .executeTakeFirstOrThrow()
  const total = sumOf([sums.net ?? '0', sums.tax])
  // an approved invoice is in the budget already, so that it cannot be compared with what is left
  const applying = rulesFor(asking, { total, currency: invoice.currency, exceedsBudget: true, costCentreIds })
  const round = await latestRound(tx, invoice)
  const given = round?.state === 'Approved' ? round.steps.map(({ name }) => name) : []
  const missing = applying.filter(({ name }) => !given.includes(name))
  if (missing.length === 0) return []
  const names = missing.map(({ name }) => `"${name}"`).join(', ')
  throw conflict(
    `Invoices of these cost centres need the approval of other people (${names}), which this one does not have.`,
  )
}
