// What law firms state as unbilled, while the window of a month is open.
import { getMatterFor, mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'
import { checkAmount } from '../budgets/check-plan.ts'
import type { OfMatter } from '../budgets/figures.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { isCurrency } from '../lines.ts'
import { monthText } from './accrual.ts'
import { accrualEvent } from './events.ts'
import { lockPeriod } from './periods.ts'

export const mostStatements = 200

/** What a firm is asked for on a matter. */
export interface UnbilledWork {
  /** The first day of the month. */
  readonly month: string
  /** The last day on which it can be stated. */
  readonly closesOn: string
  readonly customer: { readonly id: number; readonly name: string }
  readonly matter: { readonly id: number; readonly name: string }
  readonly currency: string
  /** Decimal text without tax; null until it is stated. */
  readonly stated: string | null
  readonly note: string | null
}

function checkIsFirm(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType === 'Customer') throw forbidden('Unbilled work is stated by law firms.')
}

/** What the actor's firm is asked for in open windows, on matters that they see; forbidden for everybody else. */
export async function listUnbilledWork({ db }: App, actor: Actor): Promise<readonly UnbilledWork[]> {
  checkIsFirm(actor)
  const rows = await mattersVisibleTo(db, actor)
    .innerJoin('accrual_entries as e', (join) =>
      join
        .onRef('e.organisation_id', '=', 'matters.organisation_id')
        .onRef('e.matter_id', '=', 'matters.id')
        .on('e.provider_id', '=', actor.organisationId),
    )
    .innerJoin('accrual_periods as p', (join) =>
      join.onRef('p.organisation_id', '=', 'e.organisation_id').onRef('p.month', '=', 'e.month'),
    )
    .innerJoin('organisations as o', 'o.id', 'e.organisation_id')
    .where('p.closed_at', 'is', null)
    .orderBy('e.month')
    .orderBy('o.name')
    .orderBy('matters.name')
    .orderBy('matters.id')
    .select(['e.month', 'p.closes_on', 'o.id as customer_id', 'o.name as customer_name'])
    .select(['matters.id as matter_id', 'matters.name as matter_name', 'e.currency', 'e.stated', 'e.note'])
    .execute()
  return rows.map((row) => ({
    month: row.month,
    closesOn: row.closes_on,
    customer: { id: row.customer_id, name: row.customer_name },
    matter: { id: row.matter_id, name: row.matter_name },
    currency: row.currency,
    stated: row.stated,
    note: row.note,
  }))
}

export interface Statement {
  /** The first day of the month. */
  readonly month: string
  readonly matterId: number
  /** Decimal text without tax; null takes the statement back. */
  readonly amount: string | null
  /** Default: that of the statement before, or of the organisation. */
  readonly currency: string | undefined
  readonly note: string | null
}

/**
 * States what the firm has done by the end of the month and not billed, all or nothing; also on matters for which it
 * was not asked. Throws not_found, conflict when the window is closed, and bad_request naming `entries[2].amount`.
 */
export function stateUnbilledWork(app: App, actor: Actor, statements: readonly Statement[]): Promise<void> {
  checkIsFirm(actor)
  if (statements.length > mostStatements) throw badInput('entries', `can be ${mostStatements} at most.`)
  return change(app, actor, async (tx, now) => {
    const counts = new Map<string, { organisationId: number; month: string; count: number }>()
    for (const [index, statement] of statements.entries()) {
      const matter = await getMatterFor(tx, actor, statement.matterId, 'createInvoices')
      const { organisationId } = matter
      const { month } = statement
      const key = `${organisationId} ${month}`
      const counted = counts.get(key) ?? { organisationId, month, count: 0 }
      if (counted.count === 0) await lockOpen(tx, counted)
      counts.set(key, { ...counted, count: counted.count + 1 })
      await write(tx, { matter, actor, now, path: `entries[${index}]` }, statement)
    }
    const events: DomainEvent[] = [...counts.values()].map(({ count, ...of }) =>
      accrualEvent('accrual.stated', of, { firmId: actor.organisationId, count }),
    )
    return { result: undefined, events }
  })
}

async function lockOpen(tx: Tx, key: { readonly organisationId: number; readonly month: string }) {
  const { closedAt } = await lockPeriod(tx, key)
  if (closedAt !== null) throw conflict(`${monthText(key.month)} is closed.`)
}

interface Writing {
  readonly matter: OfMatter & MayChange
  readonly actor: Actor
  readonly now: Date
  /** Of the statement in the input. */
  readonly path: string
}

async function write(tx: Tx, { matter, actor, now, path }: Writing, statement: Statement): Promise<void> {
  const key = {
    organisation_id: matter.organisationId,
    month: statement.month,
    matter_id: matter.id,
    provider_id: actor.organisationId,
  }
  const before = await tx
    .selectFrom('accrual_entries')
    .where('organisation_id', '=', key.organisation_id)
    .where('month', '=', key.month)
    .where('matter_id', '=', key.matter_id)
    .where('provider_id', '=', key.provider_id)
    .select('currency')
    .executeTakeFirst()
  const currency = statement.currency ?? before?.currency ?? (await currencyOf(tx, matter))
  if (!isCurrency(currency)) throw badInput(`${path}.currency`, 'must be a currency such as GBP.')
  if (statement.amount !== null) checkAmount(`${path}.amount`, statement.amount, currency)
  const values = {
    currency,
    stated: statement.amount,
    note: statement.note,
    stated_by: statement.amount === null ? null : actor.userId,
    stated_at: statement.amount === null ? null : now,
  }
  await tx
    .insertInto('accrual_entries')
    .values({ ...key, ...values })
    .onConflict((conflicting) =>
      conflicting.columns(['organisation_id', 'month', 'matter_id', 'provider_id']).doUpdateSet(values),
    )
    .execute()
}
