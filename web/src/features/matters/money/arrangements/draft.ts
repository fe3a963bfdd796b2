// A fee arrangement while it is typed.
import type { Arrangement, ChangedArrangement } from './arrangement-calls.ts'

export const divisions = ['None', 'Phases', 'Milestones'] as const
export type Division = (typeof divisions)[number]

/** A row of the parts as it is typed. */
export interface DraftPart {
  readonly key: string
  readonly name: string
  readonly phase: string
  readonly amount: number | null
  readonly due: string
}

/** A tier of a discount by volume as it is typed. */
export interface DraftTier {
  readonly key: string
  readonly from: number | null
  readonly percent: number | null
}

export interface DraftFee {
  readonly title: string
  readonly division: Division
  /** Where it is not divided. */
  readonly amount: number | null
  readonly parts: readonly DraftPart[]
  /** Of a discount by volume. */
  readonly tiers: readonly DraftTier[]
  readonly from: string
  readonly to: string
  readonly billedAs: string
  /** Of a success fee. */
  readonly success: DraftSuccess
}

/** When a success fee is due, as it is typed. */
export interface DraftSuccess {
  readonly condition: string
  readonly isPercent: boolean
  readonly percent: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly latest: string
}

let parts = 0

export const emptyPart = (): DraftPart => ({
  key: `part ${++parts}`,
  name: '',
  phase: '',
  amount: null,
  due: '',
})

export const emptyTier = (): DraftTier => ({ key: `tier ${++parts}`, from: null, percent: null })

/** The fee as it is, or an empty one. */
export const draftOf = (fee?: Arrangement): DraftFee => ({
  title: fee?.title ?? '',
  division: !fee || fee.parts.length === 0 ? 'None' : fee.parts[0]?.phase ? 'Phases' : 'Milestones',
  amount: fee?.amount ?? null,
  parts: (fee?.parts ?? []).map(({ name, phase, amount, due }) => ({
    ...emptyPart(),
    name: name ?? '',
    phase: phase ?? '',
    amount,
    due: due ?? '',
  })),
  tiers: fee ? fee.tiers.map((tier) => ({ ...emptyTier(), ...tier })) : [emptyTier()],
  from: fee?.from ?? '',
  to: fee?.to ?? '',
  billedAs: fee?.billedAs ?? '',
  success: {
    condition: fee?.success?.condition ?? '',
    isPercent: typeof fee?.success?.percent === 'number',
    percent: fee?.success?.percent ?? null,
    minimum: fee?.success?.minimum ?? null,
    maximum: fee?.success?.maximum ?? null,
    latest: fee?.success?.latest ?? '',
  },
})

/** Whether all is there that a fee needs. */
export const isWhole = (kind: Arrangement['kind'], fee: DraftFee): boolean =>
  fee.title.trim() !== '' &&
  (kind === 'Volume' ? hasTiers(fee) : kind === 'Success' ? hasSuccess(fee) : hasAmounts(fee))

const hasSuccess = ({ success, amount, billedAs }: DraftFee) =>
  success.condition.trim() !== '' &&
  billedAs.trim() !== '' &&
  (success.isPercent ? success.percent : amount) !== null

const hasTiers = ({ tiers }: DraftFee) =>
  tiers.length > 0 && tiers.every(({ from, percent }) => from !== null && percent !== null)

const hasAmounts = ({ division, amount, parts: all }: DraftFee): boolean =>
  division === 'None'
    ? amount !== null
    : all.length > 0 &&
      all.every(
        (part) => part.amount !== null && (division === 'Phases' ? part.phase : part.name.trim()) !== '',
      )

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The terms of an arrangement of this kind as they are sent. */
export const termsOf = (kind: Arrangement['kind'], fee: DraftFee): ChangedArrangement =>
  kind === 'Volume'
    ? {
        title: fee.title.trim(),
        tiers: fee.tiers.map(({ from, percent }) => ({ from: from ?? 0, percent: percent ?? 0 })),
      }
    : kind === 'Success'
      ? successTerms(fee)
      : feeTerms(fee)

const successTerms = ({ title, amount, billedAs, success }: DraftFee): ChangedArrangement => {
  const { condition, isPercent, percent, minimum, maximum, latest } = success
  return {
    title: title.trim(),
    ...(isPercent || amount === null ? {} : { amount }),
    billedAs: orNull(billedAs),
    success: {
      condition: condition.trim(),
      ...(isPercent ? { percent, minimum, maximum } : { percent: null, minimum: null, maximum: null }),
      latest: orNull(latest),
    },
  }
}

const feeTerms = ({ title, division, amount, parts: all, ...fee }: DraftFee): ChangedArrangement => ({
  title: title.trim(),
  ...(division === 'None' && amount !== null ? { amount } : {}),
  parts:
    division === 'None'
      ? []
      : all.map((part) => ({
          name: orNull(part.name),
          phase: division === 'Phases' ? part.phase : null,
          amount: part.amount ?? 0,
          due: orNull(part.due),
        })),
  billedAs: orNull(fee.billedAs),
  from: orNull(fee.from),
  to: orNull(fee.to),
})
