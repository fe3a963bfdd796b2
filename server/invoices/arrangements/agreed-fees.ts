// The fixed fees, caps and success fees that lines of an invoice are of, for the rules of billing guidelines.
import type { Reader } from '../../platform/postgres/database.ts'
import type { OfMatter } from '../budgets/figures.ts'
import type { StoredLine } from '../stored-lines.ts'
import type { ArrangementKind, Terms } from './arrangement.ts'
import { type FeeLine, isAgreedFee, isOneOfFees, namesNobody } from './fee-lines.ts'
import { listShares } from './fee-shares.ts'
import { readArrangements } from './list-arrangements.ts'
import { stateOf, type SuccessState } from './success.ts'

/** A share of a fixed fee, a cap or a success fee, with what other invoices have billed of it. */
export interface AgreedFee extends Pick<Terms, 'title' | 'billedAs' | 'from' | 'to'> {
  /** Of the arrangement. */
  readonly id: number
  readonly kind: ArrangementKind
  /** Of a success fee; null for other kinds. */
  readonly state: SuccessState | null
  readonly phase: string | null
  /** Decimal texts without tax. */
  readonly amount: string
  readonly billed: string
}

interface Asked {
  readonly firmId: number
  readonly currency: string
  /** An invoice that is left out. */
  readonly without: number
}

/** What is agreed with a firm on a matter that was fetched through its access.ts, in one currency. */
export async function listAgreedFees(
  db: Reader,
  matter: OfMatter,
  { firmId, currency, without }: Asked,
): Promise<readonly AgreedFee[]> {
  const arrangements = (await readArrangements(db, matter, firmId)).filter(
    (each) => each.currency === currency,
  )
  if (arrangements.length === 0) return []
  const shares = await listShares(db, matter, { firmId, without })
  return arrangements.flatMap(({ id, kind, outcomes, versions: [latest] }) =>
    shares
      .filter((share) => share.id === id)
      .flatMap(({ phase, amount, billed }) => {
        if (!latest) return []
        const { title, billedAs, from, to } = latest
        const state = kind === 'Success' ? stateOf(outcomes) : null
        return [{ id, kind, state, title, billedAs, from, to, phase, amount, billed }]
      }),
  )
}

type Billed = FeeLine & Pick<StoredLine, 'workDate' | 'taskCode'>

/** Whether a line is of the kind of fee that is agreed: of a cap, hours of somebody that no other fee is billed as. */
const isOf = (line: Billed, fee: AgreedFee, all: readonly AgreedFee[]): boolean =>
  fee.kind !== 'Capped'
    ? isAgreedFee(line, fee)
    : line.kind === 'Fee' && !namesNobody(line) && !isOneOfFees(line, all)

/** Whether the work of a line is of the days and the phase of a fee; `invoiceDate` is the day of one without. */
export function isInScope({ workDate, taskCode }: Billed, fee: AgreedFee, invoiceDate: string): boolean {
  const day = workDate ?? invoiceDate
  if ((fee.from !== null && day < fee.from) || (fee.to !== null && day > fee.to)) return false
  return fee.phase === null || phaseOf(taskCode) === fee.phase
}

const phaseOf = (code: string | null) =>
  code !== null && /^[BCLP][1-9][0-9][0-9]$/i.test(code) ? `${code.slice(0, 2).toUpperCase()}00` : null

/** The lines that are of a fee; `invoiceDate` is the day of those without. */
export const linesOf = <Line extends Billed>(
  lines: readonly Line[],
  fee: AgreedFee,
  { all, invoiceDate }: { readonly all: readonly AgreedFee[]; readonly invoiceDate: string },
): readonly Line[] => lines.filter((line) => isOf(line, fee, all) && isInScope(line, fee, invoiceDate))
