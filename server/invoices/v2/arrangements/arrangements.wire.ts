// Fee arrangements in the shapes of v2.
import Type from 'typebox'
import {
  auditedByUser,
  createdExample,
  doneBy,
  namedReference,
  nullable,
  nullableObject,
  oneOf,
} from '../../../http/v2/references.wire.ts'
import {
  type Arrangement,
  type ArrangementKind,
  arrangementKinds,
  type ArrangementVersion,
  billedParts,
  contingentOf,
  figuresOf,
} from '../../arrangements/arrangement.ts'
import { longestTitle } from '../../arrangements/check-terms.ts'
import { day, outcomesToV2, successSchema, successTermsSchema, successTermsToV2 } from './success.wire.ts'
import { tiersSchema, tierToV2, yearSchema, yearToV2 } from './tiers.wire.ts'

export const partSchema = {
  name: nullable<string>('string', { maxLength: longestTitle, description: 'What the milestone is.' }),
  phase: nullable<string>('string', {
    description:
      'A phase such as L300, which the task codes L310 to L390 are of. All parts have one, or none has: then they are milestones, which invoices use up in their order.',
  }),
  amount: Type.Number({ description: 'Without tax.' }),
  due: day('When it is expected to be billed.'),
}

export const described = {
  title: 'What it is for.',
  billedAs:
    'The number of a timekeeper under which the firm bills it, as LEDES files need one on every fee. Fees that name neither timekeeper nor class are part of it in any case.',
  from: 'The first day of the work that it is for; null where it is open.',
  to: 'The last day; null where it is open.',
}

const terms = {
  title: Type.String({ description: described.title }),
  billedAs: nullable<string>('string', { description: described.billedAs }),
  from: day(described.from),
  to: day(described.to),
}

const versionSchema = Type.Object({
  version: Type.Integer(),
  amount: nullable<number>('number', { description: 'Without tax; null where it was taken away.' }),
  ...terms,
  parts: Type.Array(Type.Object(partSchema)),
  tiers: tiersSchema,
  success: successTermsSchema,
  reason: nullable<string>('string', { description: 'Null for law firms.' }),
  set: Type.Object(auditedByUser),
})

export const arrangementSchema = Type.Object(
  {
    id: Type.Integer(),
    kind: oneOf(arrangementKinds),
    customer: Type.Object(namedReference),
    firm: Type.Object(namedReference),
    matter: nullableObject({ id: Type.Integer() }, { description: 'Null for all matters of the firm.' }),
    currency: Type.String(),
    amount: nullable<number>('number', {
      description:
        'Without tax; null where it was taken away. Of a success fee in percent its maximum, or 0 without one.',
    }),
    ...terms,
    parts: Type.Array(Type.Object({ ...partSchema, billed: Type.Number() })),
    tiers: tiersSchema,
    billed: Type.Number({
      description:
        'What its lines come to on invoices that are posted, in review, approved or paid; of a cap as they were approved, where they are. Of a discount by volume the same of the fees of the fiscal year.',
    }),
    committed: Type.Number({
      description: 'What of a fixed fee, or of a success fee that is due, is not billed; 0 for other kinds.',
    }),
    remaining: nullable<number>('number', { description: 'What is left of a cap; null for other kinds.' }),
    over: Type.Number({ description: 'What is billed beyond what is agreed, or before a success.' }),
    balance: nullable<number>('number', { description: 'What is left of a retainer; null for other kinds.' }),
    year: yearSchema,
    success: successSchema,
    version: Type.Integer(),
    versions: Type.Array(versionSchema, { description: 'The latest first.' }),
  },
  { title: 'FeeArrangement' },
)

const partExample = { name: 'Pleadings', phase: 'L200', amount: 12_000, due: '2026-05-31' }
const termsExample = { title: 'First instance', billedAs: 'FIXED', from: '2026-01-01', to: null }

export const arrangementExample = {
  id: 4,
  kind: 'Fixed' as const,
  customer: { id: 5, name: 'Harbour Group' },
  firm: { id: 12, name: 'Ashfield Partners' },
  matter: { id: 31 },
  currency: 'NZD',
  amount: 12_000,
  ...termsExample,
  parts: [{ ...partExample, billed: 5_000 }],
  tiers: [],
  billed: 5_000,
  committed: 7_000,
  remaining: null,
  over: 0,
  balance: null,
  year: null,
  success: null,
  version: 1,
  versions: [
    {
      version: 1,
      amount: 12_000,
      ...termsExample,
      parts: [partExample],
      tiers: [],
      success: null,
      reason: null,
      set: createdExample,
    },
  ],
}

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))

const partToV2 = ({ name, phase, amount, dueOn }: ArrangementVersion['parts'][number]) => ({
  name,
  phase,
  amount: Number(amount),
  due: dueOn,
})

/** What of an arrangement is not billed: committed of a fee, room of a cap. */
export const leftOf = (kind: ArrangementKind, left: string) =>
  kind === 'Capped' ? { committed: 0, remaining: Number(left) } : { committed: Number(left), remaining: null }

/** An arrangement as v2 shows it; law firms see neither the reasons of the organisation nor its people. */
export function arrangementToV2(
  { versions, shares, balance, matterId, volume, outcomes, ...arrangement }: Arrangement,
  isOwn: boolean,
) {
  const [latest] = versions
  if (!latest) throw new Error('An arrangement without versions')
  const { billed, committed, over } = figuresOf(shares)
  const { title, billedAs, from, to, version } = latest
  return {
    ...arrangement,
    matter: matterId === null ? null : { id: matterId },
    balance: numberOf(balance),
    amount: numberOf(latest.amount),
    title,
    billedAs,
    from,
    to,
    parts: billedParts(latest.parts, shares).map((part) => ({
      ...partToV2(part),
      billed: Number(part.billed),
    })),
    tiers: latest.tiers.map(tierToV2),
    billed: Number(volume?.fees ?? billed),
    year: yearToV2(volume),
    success: latest.success && {
      ...successTermsToV2(latest.success),
      contingent: numberOf(contingentOf(shares)),
      ...outcomesToV2(outcomes, isOwn),
    },
    ...leftOf(arrangement.kind, committed),
    over: Number(over),
    version,
    versions: versions.map(({ by, at, amount, parts, tiers, success, reason, ...rest }) => ({
      ...rest,
      amount: numberOf(amount),
      parts: parts.map(partToV2),
      tiers: tiers.map(tierToV2),
      success: success && successTermsToV2(success),
      reason: isOwn ? reason : null,
      set: { dateUtc: at.toISOString(), ...doneBy(isOwn ? by : undefined) },
    })),
  }
}
