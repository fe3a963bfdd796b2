// Inside costs in the shapes of v2. Amounts and hours are JSON numbers with the digits that are stored.
import Type from 'typebox'
import {
  dayIn,
  decimalIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  doneBy,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  oneOf,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import {
  type InsideCostKind,
  insideCostKinds,
  type InsideCostSource,
  insideCostSources,
  longestNote,
  type NewInsideCost,
} from '../../inside-costs/inside-cost.ts'
import type { InsideCostVersion } from '../../inside-costs/list-inside-costs.ts'
import type { InsideCostCorrection } from '../../inside-costs/set-inside-costs.ts'

const readOnly = { readOnly: true }
const longestReason = 2_000

const monthText = 'The first day of the fiscal month.'
const kind = oneOf(insideCostKinds, { description: 'What the money is for.' })
const values = {
  amount: Type.Number({ description: 'In your currency, 0 or more.' }),
  hours: nullable<number>('number', {
    description: 'The hours that were worked for it, with 2 decimals at most; null where nobody counts them.',
  }),
  note: nullable<string>('string', { maxLength: longestNote }),
} as const

const origin = {
  source: oneOf(insideCostSources, {
    description: 'Whether a person has entered it, or it is from a file.',
    ...readOnly,
  }),
  fileName: nullable<string>('string', { description: 'The file it was imported from.', ...readOnly }),
} as const

const costCentre = { id: Type.Integer(), code: Type.String(), name: Type.String() }

const shown = {
  id: Type.Integer(readOnly),
  month: Type.String({ format: 'date', description: monthText }),
  kind,
  costCentre: nullableObject(costCentre),
  department: nullableObject(namedReference),
  ...values,
  currency: Type.String({ description: 'Your currency when it was entered or corrected.', ...readOnly }),
  ...origin,
  version: Type.Integer({ description: 'Counts the corrections.', ...readOnly }),
  set: Type.Object(auditedByUser, readOnly),
} as const

const example = {
  id: 31,
  month: '2026-05-01',
  kind: 'People' as const,
  costCentre: { id: 12, code: '4100', name: 'Litigation' },
  department: null,
  amount: 42_500,
  hours: 620,
  note: null,
  currency: 'NZD',
  source: 'Entered' as const,
  fileName: null,
  version: 1,
  set: createdExample,
}

export const insideCostSchema = Type.Object(shown, { title: 'InsideCost', examples: [example] })

export const insideCostDetailsSchema = Type.Object(
  {
    ...shown,
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        ...values,
        currency: Type.String(),
        ...origin,
        reason: nullable<string>('string'),
        set: Type.Object(auditedByUser),
      }),
      { description: 'Everything it has been, the latest first.', ...readOnly },
    ),
  },
  {
    title: 'InsideCostDetails',
    examples: [
      {
        ...example,
        versions: [
          {
            version: 1,
            amount: 42_500,
            hours: 620,
            note: null,
            currency: 'NZD',
            source: 'Entered' as const,
            fileName: null,
            reason: null,
            set: createdExample,
          },
        ],
      },
    ],
  },
)

const reference = { id: Type.Integer() }

export const newInsideCostSchema = Type.Object(
  {
    month: Type.String({ format: 'date', description: 'A day in the fiscal month.' }),
    kind,
    costCentre: nullableObject(reference),
    department: nullableObject(reference),
    ...values,
  },
  { additionalProperties: false },
)

export const insideCostCorrectionSchema = Type.Object(
  {
    amount: Type.Optional(values.amount),
    hours: values.hours,
    note: values.note,
    reason: Type.String({ minLength: 1, maxLength: longestReason, description: 'Why it is corrected.' }),
  },
  { additionalProperties: false },
)

export const insideCostListColumns = [
  'id month kind costCentreId costCentreCode costCentreName departmentId departmentName',
  'amount currency hours note source fileName version setAt',
]
  .flatMap((names) => names.split(' '))
  .concat(userColumns('setBy'))

/** The properties that lists of inside costs can be filtered and sorted by. */
export const insideCostProperties: Properties = {
  Id: sorted('id'),
  Month: sorted('month'),
  Kind: sorted('kind'),
  CostCentre: thing('costCentreId'),
  'CostCentre/Id': { ...filtered('costCentreId'), labels: ['costCentreCode', 'costCentreName'] },
  'CostCentre/Code': sorted('costCentreCode'),
  'CostCentre/Name': sorted('costCentreName'),
  Department: thing('departmentId'),
  'Department/Id': { ...filtered('departmentId'), labels: ['departmentName'] },
  'Department/Name': sorted('departmentName'),
  Amount: sorted('amount'),
  Currency: sorted('currency'),
  Hours: sorted('hours'),
  Note: sorted('note'),
  Source: sorted('source'),
  FileName: sorted('fileName'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  'Set/DateUtc': sorted('setAt'),
  ...userProperties('Set/User', 'setBy'),
}

const noteIn = (sent: Readonly<Record<string, unknown>>) => textIn(sent, 'note', { longest: longestNote })

/** A new cost in a body. */
export function newInsideCostFromV2(body: unknown): NewInsideCost {
  const sent = propertiesOf(body, Object.keys(newInsideCostSchema.properties))
  return {
    month: needed('month', neverNull('month', dayIn(sent, 'month'))),
    kind: needed('kind', neverNull('kind', textIn(sent, 'kind'))),
    costCentreId: idIn(sent, 'costCentre') ?? null,
    departmentId: idIn(sent, 'department') ?? null,
    amount: needed('amount', neverNull('amount', decimalIn(sent, 'amount'))),
    hours: decimalIn(sent, 'hours') ?? null,
    note: noteIn(sent) ?? null,
  }
}

/** A correction in a body. */
export function insideCostCorrectionFromV2(body: unknown): Omit<InsideCostCorrection, 'id'> {
  const sent = propertiesOf(body, Object.keys(insideCostCorrectionSchema.properties))
  return {
    ...given({
      amount: neverNull('amount', decimalIn(sent, 'amount')),
      hours: decimalIn(sent, 'hours'),
      note: noteIn(sent),
    }),
    reason: needed('reason', neverNull('reason', textIn(sent, 'reason', { longest: longestReason }))),
  }
}

const numberOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))

/** A cost of a list. */
export const insideCostToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  month: textOf(row, 'month'),
  kind: row['kind'] as InsideCostKind,
  costCentre:
    typeof row['costCentreId'] === 'number'
      ? { id: row['costCentreId'], code: textOf(row, 'costCentreCode'), name: textOf(row, 'costCentreName') }
      : null,
  department: namedToV2(row, 'department'),
  amount: Number(row['amount']),
  hours: numberOrNull(row['hours']),
  note: (row['note'] ?? null) as string | null,
  currency: textOf(row, 'currency'),
  source: row['source'] as InsideCostSource,
  fileName: (row['fileName'] ?? null) as string | null,
  version: Number(row['version']),
  set: auditedToV2(row, 'set'),
})

/** A cost with its history. */
export const insideCostDetailsToV2 = (row: ListedRow, versions: readonly InsideCostVersion[]) => ({
  ...insideCostToV2(row),
  versions: versions.map(({ by, at, amount, hours, ...version }) => ({
    ...version,
    amount: Number(amount),
    hours: numberOrNull(hours),
    set: { dateUtc: at.toISOString(), ...doneBy(by) },
  })),
})
