// Tax codes in the shapes of v2. Percentages are JSON numbers, days are `2026-05-06`.
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  dayIn,
  decimalIn,
  given,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  nullable,
  oneOf,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { NameableTaxCode } from '../../taxes/list-tax-codes.ts'
import {
  longestCode,
  longestName,
  mostVersions,
  type TaxCodeValues,
  taxKinds,
  type TaxVersion,
} from '../../taxes/tax-code.ts'

const readOnly = { readOnly: true }
const closed = { additionalProperties: false }
const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })

const days = {
  from: Type.String({ format: 'date', description: 'The first day: the date of the invoice chooses.' }),
  to: nullable<string>('string', { format: 'date', description: 'The last day; null: open.' }),
  rate: percent('Of the tax, in percent.'),
  withholding: percent('The share of the amount without tax that is kept back on payment, in percent.'),
} as const
const recoverable = percent('The share of the tax that is recoverable, in percent; the rest is a cost.')

const rates = Type.Array(
  Type.Object(
    { ...days, recoverable: Type.Optional(recoverable), withholding: Type.Optional(days.withholding) },
    closed,
  ),
  { minItems: 1, maxItems: mostVersions, description: 'In the order of their days, which do not overlap.' },
)

const written = {
  code: Type.String({ minLength: 1, maxLength: longestCode, description: 'As lines name it.' }),
  name: Type.String({ minLength: 1, maxLength: longestName }),
  country: Type.String({ description: 'ISO 3166, two letters.' }),
  kind: oneOf(taxKinds, {
    description:
      'Of a reverse charge the law firm bills no tax, and the organisation itself owes it. Zero and exempt bill none.',
  }),
  active: Type.Boolean({ description: 'Whether lines can still name it.' }),
} as const

const example = {
  id: 3,
  code: 'NZ15',
  name: 'GST 15 %',
  country: 'NZ',
  kind: 'Standard' as const,
  active: true,
  rates: [{ from: '2010-10-01', to: null, rate: 15, recoverable: 100, withholding: 0 }],
  used: true,
  version: 1,
  created: createdExample,
}

export const taxCodeSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    ...written,
    rates: Type.Array(Type.Object({ ...days, recoverable })),
    used: Type.Boolean({ description: 'Whether lines of invoices name it.', ...readOnly }),
    version: Type.Integer(readOnly),
    created: Type.Object(auditedByUser, readOnly),
  },
  { title: 'TaxCode', examples: [example] },
)

export const taxCodeColumns = 'id code name country kind active versions used version createdAt'
  .split(' ')
  .concat(userColumns('createdBy'))

/** The properties that lists of codes can be filtered and sorted by. */
export const taxCodeProperties: Properties = {
  Id: sorted('id'),
  Code: sorted('code'),
  Name: sorted('name'),
  Country: sorted('country'),
  Kind: filtered('kind'),
  Active: filtered('active'),
  Used: filtered('used'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
}

const versionToV2 = ({ from, to, rate, recoverable: share, withholding }: TaxVersion) => ({
  from,
  to,
  rate: Number(rate),
  recoverable: Number(share),
  withholding: Number(withholding),
})

/** A code. */
export const taxCodeToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  code: textOf(row, 'code'),
  name: textOf(row, 'name'),
  country: textOf(row, 'country'),
  kind: textOf(row, 'kind') as (typeof taxKinds)[number],
  active: row['active'] === true,
  rates: (row['versions'] as readonly TaxVersion[]).map(versionToV2),
  used: row['used'] === true,
  version: Number(row['version']),
  created: auditedToV2(row, 'created'),
})

export const nameableCodesSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          code: written.code,
          name: written.name,
          country: written.country,
          kind: written.kind,
          rates: Type.Array(Type.Object(days)),
        },
        { title: 'TaxCodeOfMatter' },
      ),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            id: 3,
            code: 'NZ15',
            name: 'GST 15 %',
            country: 'NZ',
            kind: 'Standard',
            rates: [{ from: '2010-10-01', to: null, rate: 15, withholding: 0 }],
          },
        ],
      },
    ],
  },
)

/** A code that lines can name. */
export const nameableCodeToV2 = ({ versions, ...code }: NameableTaxCode) => ({
  ...code,
  rates: versions.map(({ from, to, rate, withholding }) => ({
    from,
    to,
    rate: Number(rate),
    withholding: Number(withholding),
  })),
})

const { active, ...usual } = written
export const newTaxCodeBody = jsonBody(
  Type.Object({ ...usual, active: Type.Optional(active), rates }, closed),
  {
    code: 'GB20',
    name: 'VAT 20 %',
    country: 'GB',
    kind: 'Standard',
    rates: [{ from: '2011-01-04', rate: 20, recoverable: 50 }],
  },
)

export const taxCodeChangesBody = mergePatchBody(
  Type.Object({ ...Type.Partial(Type.Object({ ...written, rates })).properties }, closed),
  { active: false },
)

const names = [...Object.keys(written), 'rates']

/** A new code in a body. */
export function newTaxCodeFromV2(body: unknown): TaxCodeValues {
  const {
    code,
    name,
    country,
    kind,
    versions,
    active: isActive = true,
  } = changesFrom(propertiesOf(body, names))
  return {
    code: needed('code', code),
    name: needed('name', name),
    country: needed('country', country),
    kind: needed('kind', kind),
    versions: needed('rates', versions),
    active: isActive,
  }
}

/** The changes of a merge patch. */
export const taxCodeChangesFromV2 = (body: unknown): Partial<TaxCodeValues> =>
  changesFrom(propertiesOf(body, names, ['id', 'used', 'version', 'created']))

const changesFrom = (sent: Readonly<Record<string, unknown>>): Partial<TaxCodeValues> =>
  given({
    code: neverNull('code', textIn(sent, 'code', { longest: longestCode })),
    name: neverNull('name', textIn(sent, 'name', { longest: longestName })),
    country: neverNull('country', textIn(sent, 'country', { longest: 2 }))?.toUpperCase(),
    kind: choiceIn(sent, 'kind', taxKinds),
    active: truthIn(sent, 'active'),
    versions: versionsIn(sent),
  })

function versionsIn({ rates: sent }: Readonly<Record<string, unknown>>): readonly TaxVersion[] | undefined {
  if (sent === undefined) return undefined
  if (!Array.isArray(sent) || sent.length > mostVersions)
    throw badInput('rates', `must be a list of 1 to ${mostVersions} rates.`)
  return sent.map((each: unknown, index) => inside(`rates[${index}]`, () => versionFrom(each)))
}

function versionFrom(body: unknown): TaxVersion {
  const sent = propertiesOf(body, ['from', 'to', 'rate', 'recoverable', 'withholding'])
  return {
    from: needed('from', dayIn(sent, 'from') ?? undefined),
    to: dayIn(sent, 'to') ?? null,
    rate: needed('rate', decimalIn(sent, 'rate') ?? undefined),
    recoverable: decimalIn(sent, 'recoverable') ?? '100',
    withholding: decimalIn(sent, 'withholding') ?? '0',
  }
}
