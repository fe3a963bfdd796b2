// Answers of summaries as groups of a list.
import type { GroupCount } from '../definition.ts'

interface Summary {
  readonly groups: readonly {
    readonly keys: readonly { readonly value?: string | null; readonly label?: string | null }[]
    readonly count: number
    readonly sums: readonly { readonly currency: string | null; readonly amount: number }[]
  }[]
  readonly complete: boolean
}

/** The groups of a summary by one property. */
export const groupsIn = ({
  groups,
  complete,
}: Summary): { groups: readonly GroupCount[]; complete: boolean } => ({
  groups: groups.map(({ keys: [key], count, sums }) => ({
    value: key?.value ?? null,
    label: key?.label ?? null,
    count,
    sums,
  })),
  complete,
})
