// Flags of the billing guidelines in the shapes of v2.
import Type from 'typebox'
import { choiceIn, needed, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import {
  createdExample,
  doneBy,
  nullable,
  nullableObject,
  userReference,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { type AskedFlags, flagActions } from '../commands/decide-flags.ts'
import type { FoundFlag } from '../guidelines/find-flags.ts'
import type { FirmFlag } from '../guidelines/firm-view.ts'
import { severities, type Severity } from '../guidelines/rule.ts'
import type { StoredFlag } from '../guidelines/stored-flags.ts'

export const severitySchema = Type.Unsafe<Severity>({ type: 'string', enum: [...severities] })

/** The settings of a rule by their names. */
export const settingsSchema = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
})

const line = nullable<number>('integer', { description: 'The number of the line; null: the whole invoice.' })

const found = {
  line,
  rule: Type.String(),
  severity: severitySchema,
  why: Type.String({ description: 'For the reviewer.' }),
  firmText: Type.String({ description: 'What the firm is told.' }),
  excess: nullable<number>('number', {
    description:
      'What a reduction takes off the amount of the line, without tax; null where nothing can be said.',
  }),
} as const

const flag = Type.Object({
  id: Type.Integer(),
  ...found,
  guideline: Type.Object({
    version: Type.Integer(),
    firmId: nullable<number>('integer'),
    matterId: nullable<number>('integer'),
  }),
  settings: settingsSchema,
  foundDateUtc: Type.String({ format: 'date-time' }),
  dismissed: nullableObject({
    because: Type.String(),
    dateUtc: Type.Optional(Type.String({ format: 'date-time' })),
    userName: Type.Optional(Type.String()),
    user: nullableObject(userReference),
  }),
})

const foundExample = {
  line: 3,
  rule: 'hoursPerDay',
  severity: 'Reduce',
  why: 'H. Ashfield has 12.5 hours on 2026-05-06, 4 of them on other invoices; 10 are allowed.',
  firmText: 'The hours of this timekeeper on this day are more than is allowed.',
  excess: 937.5,
} as const

export const flagsSchema = Type.Object(
  { items: Type.Array(flag) },
  {
    title: 'InvoiceFlags',
    examples: [
      {
        items: [
          {
            id: 71,
            ...foundExample,
            guideline: { version: 3, firmId: null, matterId: null },
            settings: { hours: 10 },
            foundDateUtc: '2026-06-02T09:00:00.000Z',
            dismissed: { because: 'A hearing on two coasts', ...createdExample },
          },
        ],
      },
    ],
  },
)

export const triedSchema = Type.Object(
  { items: Type.Array(Type.Object(found)) },
  { title: 'TriedGuidelines', examples: [{ items: [foundExample] }] },
)

export const firmFlagsSchema = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        line,
        property: Type.String({ description: 'Of the line, or of the invoice.' }),
        message: Type.String({ description: 'Says what would be right.' }),
      }),
    ),
    items: Type.Array(
      Type.Object({
        line,
        text: Type.String({ description: 'What the organisation that pays asks for.' }),
        refused: Type.Boolean({ description: 'Whether the invoice cannot be posted as it is.' }),
      }),
    ),
  },
  {
    title: 'InvoiceCheck',
    examples: [
      {
        errors: [
          {
            line: 2,
            property: 'workDate',
            message: '2027-05-06 is in the future: work is billed after it is done.',
          },
        ],
        items: [{ line: 3, text: foundExample.firmText, refused: false }],
      },
    ],
  },
)

const numberOrNull = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** A flag. */
export const flagToV2 = (stored: StoredFlag) => ({
  id: stored.id,
  line: stored.line,
  rule: stored.rule,
  severity: stored.severity,
  why: stored.why,
  firmText: stored.firmText,
  excess: numberOrNull(stored.excess),
  guideline: stored.guideline,
  settings: stored.settings,
  foundDateUtc: stored.foundAt.toISOString(),
  dismissed: stored.dismissed && {
    because: stored.dismissed.because,
    dateUtc: stored.dismissed.at.toISOString(),
    ...doneBy(stored.dismissed.by),
  },
})

/** What rules that were tried have found. */
export const triedToV2 = ({ line: number, why, excess, applied }: FoundFlag) => ({
  line: number,
  rule: applied.rule,
  severity: applied.severity,
  why,
  firmText: applied.firmText,
  excess: numberOrNull(excess),
})

/** A flag as the firm sees it. */
export const firmFlagToV2 = ({ line: number, text, refused }: FirmFlag) => ({ line: number, text, refused })

const mostFlags = 10_000

/** Documents a decision on flags. */
export const flagDecisionSchema = Type.Object({
  flags: Type.Array(Type.Integer(), { minItems: 1, maxItems: mostFlags, description: 'Their ids.' }),
  action: Type.Unsafe<(typeof flagActions)[number]>({
    type: 'string',
    enum: [...flagActions],
    description:
      'Accept: their lines are approved as billed. Reduce: by the excess. Dismiss: they do not count, with the reason. Restore: they count again.',
  }),
  because: Type.Optional(Type.String({ maxLength: 2_000, description: 'Needed to dismiss.' })),
})

/** The decision in a body. */
export function flagDecisionFromV2(body: unknown): Omit<AskedFlags, 'checkVersion'> {
  const sent = propertiesOf(body, ['flags', 'action', 'because'])
  const { flags } = sent
  const isId = (each: unknown): each is number => typeof each === 'number' && Number.isSafeInteger(each)
  if (!Array.isArray(flags) || flags.length === 0 || flags.length > mostFlags || !flags.every(isId)) {
    throw badInput('flags', `must be a list of 1 to ${mostFlags} ids of flags.`)
  }
  return {
    ids: flags,
    action: needed('action', choiceIn(sent, 'action', flagActions)),
    because: textIn(sent, 'because', { longest: 2_000 }) ?? null,
  }
}
