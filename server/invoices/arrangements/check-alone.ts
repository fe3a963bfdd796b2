// Whether what is to be agreed on fees can stand beside what is agreed already.
import { sql } from 'kysely'
import { badInput, conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Arrangement, ArrangementKind, Terms } from './arrangement.ts'
import { standingVolume } from './fees-of-year.ts'

interface Place {
  readonly organisationId: number
  /** What is agreed on the matter. */
  readonly others: readonly Arrangement[]
}

interface Agreeing {
  readonly kind: ArrangementKind
  readonly firmId: number
  /** Of one that is changed. */
  readonly id?: number
  readonly terms: Terms
  readonly currency: string
}

/** Throws conflict where the same fees would be in two arrangements, and bad_request for a number that is used. */
export async function checkAlone(
  tx: Tx,
  { organisationId, others }: Place,
  agreeing: Agreeing,
): Promise<void> {
  const { kind, firmId, currency, id } = agreeing
  if (kind === 'Retainer') return
  if (kind !== 'Volume') {
    const alike = standingLike(agreeing, others)
    checkNumber(agreeing, alike)
    return kind === 'Success' ? undefined : checkApart(agreeing, alike)
  }
  // of two that are agreed at once, the second sees the first
  await sql`select 1 from organisation_links where customer_id = ${organisationId} and provider_id = ${firmId}
    for update`.execute(tx)
  const standing = await standingVolume(tx, { organisationId, firmId, currency })
  if (standing && standing.id !== id)
    throw conflict(`"${standing.title}" is agreed with the law firm already in ${currency}. Change that one.`)
}

type Standing = Pick<Arrangement, 'kind'> & { readonly latest: Omit<Terms, 'amount'> }

/** What is agreed with the same firm in the same currency, and not taken away. */
const standingLike = ({ firmId, currency }: Agreeing, others: readonly Arrangement[]): readonly Standing[] =>
  others.flatMap(({ kind, firm, currency: its, versions: [latest] }) =>
    firm.id === firmId && its === currency && latest && latest.amount !== null ? [{ kind, latest }] : [],
  )

/** Throws bad_request where the number that a success fee is billed as is that of another fee. */
function checkNumber({ kind, terms }: Agreeing, others: readonly Standing[]): void {
  const number = terms.billedAs?.trim().toLowerCase()
  if (number === undefined) return
  for (const { kind: other, latest } of others) {
    if (kind !== 'Success' && other !== 'Success') continue
    if (latest.billedAs?.trim().toLowerCase() === number)
      throw badInput('billedAs', `must be another number: "${latest.title}" is billed under this one.`)
  }
}

/** Throws conflict where a line of an invoice could be of two fixed fees, or of two caps. */
function checkApart({ kind, terms }: Agreeing, others: readonly Standing[]): void {
  for (const { kind: other, latest } of others) {
    if (other === kind && haveDaysInCommon(terms, latest) && haveWorkInCommon(terms, latest)) {
      throw conflict(`The same work is in "${latest.title}" already. Change that one.`)
    }
  }
}

type Days = Pick<Terms, 'from' | 'to'>
const haveDaysInCommon = (a: Days, b: Days) =>
  (a.from === null || b.to === null || a.from <= b.to) && (b.from === null || a.to === null || b.from <= a.to)

/** Without phases a fixed fee is for all work. */
function haveWorkInCommon(a: Pick<Terms, 'parts'>, b: Pick<Terms, 'parts'>): boolean {
  const [own, other] = [a, b].map(({ parts }) => parts.flatMap(({ phase }) => phase ?? []))
  if (!own?.length || !other?.length) return true
  return own.some((phase) => other.includes(phase))
}
