// Accruals, as v2 shows them.
import Type, { type Static } from 'typebox'
import { namedReference, nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { basisSources, monthText, unansweredWays } from '../../accruals/accrual.ts'
import type { PhaseAmount } from '../../accruals/accrued-phases.ts'
import type { LedgerLine } from '../../accruals/export-lines.ts'
import type { AccrualPeriod } from '../../accruals/periods.ts'
import type { AccrualEntry, Accruals } from '../../accruals/read-accruals.ts'
import { lastDay, mostReminders } from '../../accruals/settings.ts'
import type { UnbilledWork } from '../../accruals/unbilled-work.ts'

export const monthParameter = Type.Object({ month: Type.String({ description: 'Such as 2026-03.' }) })

const named = Type.Object(namedReference)
const firm = { id: 12, name: 'Ashfield Partners' }
const matter = { id: 204, name: 'Northgate lease' }

export const periodSchema = Type.Object({
  month: Type.String(),
  state: oneOf(['Open', 'Closed']),
  closesOn: Type.String({ format: 'date', description: 'The last day of the window.' }),
  closedUtc: nullable<string>('string', { format: 'date-time' }),
})
export const periodExample = {
  month: '2026-03',
  state: 'Open' as const,
  closesOn: '2026-04-04',
  closedUtc: null,
}

/** Amounts by phase, as they are shown. */
const phaseAmounts = Type.Array(
  Type.Object({
    phase: nullable<string>('string', { description: 'Such as L300; null for all else.' }),
    amount: Type.Number(),
  }),
)

const phasesToV2 = (phases: readonly PhaseAmount[]) =>
  phases.map(({ phase, amount }) => ({ phase, amount: Number(amount) }))

const entry = Type.Object({
  firm: named,
  matter: named,
  currency: Type.String(),
  stated: nullable<number>('number', { description: 'Without tax; null while it is not answered.' }),
  note: nullable<string>('string'),
  statedUtc: nullable<string>('string', { format: 'date-time' }),
  source: oneOf(basisSources, {
    description: 'What counts: what is stated, the mean of the three months before, or nothing.',
  }),
  accrual: Type.Number({ description: 'What counts, less what was posted since the cut-off.' }),
  phases: nullableObject(
    { stated: phaseAmounts, accrued: phaseAmounts },
    { description: 'By phase, where the firm states it so; phases come to the amounts in all.' },
  ),
})

export const accrualsSchema = {
  ...periodSchema.properties,
  entries: Type.Array(entry),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      accrued: Type.Number(),
      reversed: Type.Number({
        description: 'Negative: what the month before has accrued. 0 while it is open.',
      }),
      movement: Type.Number(),
    }),
  ),
  complete: Type.Boolean({
    description:
      'False when the totals are without matters that you do not see; see the permission SeeAllSpend.',
  }),
}
export const accrualsExample = {
  ...periodExample,
  entries: [
    {
      firm,
      matter,
      currency: 'NZD',
      stated: 12_000,
      note: null,
      statedUtc: '2026-03-30T09:00:00.000Z',
      source: 'Stated' as const,
      accrual: 9_500,
      phases: {
        stated: [
          { phase: 'L300', amount: 8_000 },
          { phase: null, amount: 4_000 },
        ],
        accrued: [
          { phase: 'L300', amount: 5_500 },
          { phase: null, amount: 4_000 },
        ],
      },
    },
  ],
  totals: [{ currency: 'NZD', accrued: 9_500, reversed: 0, movement: 9_500 }],
  complete: true,
}

export const settingsProperties = {
  enabled: Type.Optional(Type.Boolean({ description: 'Whether windows are opened.' })),
  opensDay: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: lastDay,
      description: 'The day of the month on which its window opens.',
    }),
  ),
  closesDay: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: lastDay,
      description: 'The day of the next month after which it closes.',
    }),
  ),
  remindDays: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: lastDay }), {
      maxItems: mostReminders,
      description: 'So many days before it closes, firms that have not answered are reminded.',
    }),
  ),
  unanswered: Type.Optional(
    oneOf(unansweredWays, {
      description: 'What counts without an answer: the mean of the three months before, or nothing.',
    }),
  ),
}
export const settingsExample = {
  enabled: true,
  opensDay: 25,
  closesDay: 4,
  remindDays: [3, 1],
  unanswered: 'Mean' as const,
}

export const ledgerLineSchema = Type.Object({
  date: Type.String({ format: 'date' }),
  kind: oneOf(['Accrual', 'Reversal']),
  firm: named,
  matter: nullableObject(namedReference, { description: 'Null on a matter that you do not see.' }),
  phase: nullable<string>('string', {
    description: 'Of the work, such as L300; null for what has none, and where it was stated in all.',
  }),
  currency: Type.String(),
  amount: Type.Number({ description: 'Without tax; negative for a reversal.' }),
  source: oneOf(['Stated', 'Estimated']),
})
export const ledgerExample = {
  date: '2026-03-31',
  kind: 'Accrual' as const,
  firm,
  matter,
  phase: 'L300',
  currency: 'NZD',
  amount: 9_500,
  source: 'Stated' as const,
}

export const unbilledSchema = Type.Object({
  month: Type.String(),
  closesOn: Type.String({ format: 'date' }),
  customer: named,
  matter: named,
  currency: Type.String(),
  amount: nullable<number>('number', { description: 'Without tax; null while it is not stated.' }),
  phases: Type.Unsafe<Static<typeof phaseAmounts> | null>({
    ...phaseAmounts,
    type: ['array', 'null'],
    description: 'By phase, where it is stated so.',
  }),
  budgetPhases: Type.Array(Type.String(), {
    description: 'The phases of the budget of the matter: with any, it may be stated by phase.',
  }),
  note: nullable<string>('string'),
})
export const unbilledExample = {
  month: '2026-03',
  closesOn: '2026-04-04',
  customer: { id: 5, name: 'Harbour Group' },
  matter,
  currency: 'NZD',
  amount: 12_000,
  phases: [
    { phase: 'L300', amount: 8_000 },
    { phase: null, amount: 4_000 },
  ],
  budgetPhases: ['L300', 'L400'],
  note: null,
}

/** A month as v2 shows it. */
export const periodToV2 = ({ month, closedAt, closesOn }: AccrualPeriod) => ({
  month: monthText(month),
  state: closedAt === null ? ('Open' as const) : ('Closed' as const),
  closesOn,
  closedUtc: closedAt?.toISOString() ?? null,
})

const entryToV2 = ({
  firm: of,
  matter: on,
  currency,
  stated,
  note,
  statedAt,
  source,
  accrual,
  phases,
}: AccrualEntry) => ({
  firm: of,
  matter: on,
  currency,
  note,
  source,
  stated: stated === null ? null : Number(stated),
  statedUtc: statedAt?.toISOString() ?? null,
  accrual: Number(accrual),
  phases: phases && { stated: phasesToV2(phases.stated), accrued: phasesToV2(phases.accrued) },
})

/** A month with its entries and totals as v2 shows them. */
export const accrualsToV2 = ({ period, entries, totals, complete }: Accruals) => ({
  ...periodToV2(period),
  entries: entries.map(entryToV2),
  totals: totals.map(({ currency, accrued, reversed, movement }) => ({
    currency,
    accrued: Number(accrued),
    reversed: Number(reversed),
    movement: Number(movement),
  })),
  complete,
})

/** A line for the ledger as v2 shows it. */
export const ledgerLineToV2 = ({ amount, ...rest }: LedgerLine) => ({ ...rest, amount: Number(amount) })

/** What a firm is asked for as v2 shows it. */
export const unbilledToV2 = ({ month, stated, phases, budgetPhases, ...rest }: UnbilledWork) => ({
  ...rest,
  phases: phases && phasesToV2(phases),
  budgetPhases: [...budgetPhases],
  month: monthText(month),
  amount: stated === null ? null : Number(stated),
})
