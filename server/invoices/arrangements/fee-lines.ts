// Which lines are billed as a fixed or a success fee that is agreed, and so are no work by the hour: what agreed rates,
// guidelines and sums of hours leave out.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { StoredLine } from '../stored-lines.ts'
import type { ArrangementKind, Terms } from './arrangement.ts'

/** What is agreed of a fee, as far as it says which lines are billed as it. */
export interface FeeTerms extends Pick<Terms, 'billedAs'> {
  readonly kind: ArrangementKind
}

/** What of a line says which fee it is billed as. */
export type FeeLine = Pick<StoredLine, 'kind' | 'timekeeper' | 'timekeeperNumber' | 'timekeeperClass'>

const plain = (text: string | null) => text?.trim().toLowerCase() ?? ''

/** Whether a line is billed under the number that is agreed, as success fees are. */
const isBilledAs = (line: FeeLine, { billedAs }: Pick<Terms, 'billedAs'>): boolean =>
  line.kind === 'Fee' && billedAs !== null && plain(billedAs) === plain(line.timekeeperNumber)

/** Whether a line is a fee that names nobody. */
export const namesNobody = ({ kind, timekeeper, timekeeperNumber, timekeeperClass }: FeeLine): boolean =>
  kind === 'Fee' && [timekeeper, timekeeperNumber, timekeeperClass].every((text) => plain(text) === '')

/** Whether a line is billed as the fee, if that is fixed or for a success, and not by the hour; whatever its day. */
export const isAgreedFee = (line: FeeLine, fee: FeeTerms): boolean =>
  (fee.kind === 'Fixed' && namesNobody(line)) ||
  ((fee.kind === 'Fixed' || fee.kind === 'Success') && isBilledAs(line, fee))

/** The same of any of the fees that are agreed with the firm, for the matter and in the currency of the line. */
export const isOneOfFees = (line: FeeLine, fees: readonly FeeTerms[]): boolean =>
  fees.some((fee) => isAgreedFee(line, fee))

/**
 * SQL: whether a number of a timekeeper is one that a fixed or a success fee is billed as, as `isAgreedFee` has it: of
 * the fees that are agreed for the matter, with the firm and in the currency of an invoice `i` or an arrangement `a`.
 */
export function isFeeNumber(number: RawBuilder<unknown>, of: 'i' | 'a'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const firm = column(of === 'i' ? 'service_provider_id' : 'provider_id')
  // not through access.ts: of invoices and arrangements that were fetched there, or are added up
  return sql<SqlBool>`exists (select from fee_arrangements f
    join fee_arrangement_versions fv on fv.organisation_id = f.organisation_id and fv.arrangement_id = f.id
      and fv.version = f.version and fv.amount is not null
    where f.organisation_id = ${column('organisation_id')} and f.matter_id = ${column('matter_id')}
      and f.provider_id = ${firm} and f.currency = ${column('currency')} and f.kind in ('Fixed', 'Success')
      and lower(btrim(fv.billed_as)) = lower(btrim(${number})))`
}

/** A fee with the matter and the currency that it is agreed for. */
export interface FeeOfMatter extends FeeTerms {
  readonly matterId: number
  readonly currency: string
}

/** The fixed and success fees of a firm that are billed under a number, on matters that the caller sees. */
export async function listNumberedFees(
  db: Reader,
  { organisationId, firmId }: { readonly organisationId: number; readonly firmId: number },
  matterIds: readonly number[],
): Promise<readonly FeeOfMatter[]> {
  // not through access.ts: which lines are hours is so no matter who sees what is agreed
  const { rows } = await sql<FeeOfMatter>`
    select a.matter_id as "matterId", a.currency, a.kind, v.billed_as as "billedAs"
    from fee_arrangements a
    join fee_arrangement_versions v on v.organisation_id = a.organisation_id and v.arrangement_id = a.id
      and v.version = a.version and v.amount is not null and v.billed_as is not null
    where a.organisation_id = ${organisationId} and a.provider_id = ${firmId}
      and a.matter_id = any(${matterIds}::bigint[]) and a.kind in ('Fixed', 'Success') order by a.id`.execute(
    db,
  )
  return rows
}
