// Agreeing fee arrangements with law firms, and changing them.
import { lockMatterFor } from '../../matters/access.ts'
import type { Matter } from '../../matters/matter.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { checkFirm } from '../rates/set-rates.ts'
import { type Arrangement, type ArrangementKind, isSameTerms, type Terms } from './arrangement.ts'
import { arrangementSet } from './events.ts'
import { checkedTerms, type NewTerms } from './check-terms.ts'
import { readArrangements } from './list-arrangements.ts'

export const mostArrangements = 100

export interface NewArrangement {
  readonly firmId: number
  readonly kind: ArrangementKind
  /** Default: that of the organisation. */
  readonly currency?: string | undefined
  readonly terms: NewTerms
  readonly reason: string | null
}

/** Agrees an arrangement on a matter and returns its id. Throws bad_request, and forbidden without the right. */
export function addArrangement(
  app: App,
  actor: Actor,
  matterId: number,
  { firmId, kind, terms, reason, ...given }: NewArrangement,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { matter } = await lockMatterFor({ tx, actor, now, right: 'setBudget' }, matterId)
    const firm = await firmNamed(tx, matter, firmId)
    const currency = given.currency ?? (await currencyOf(tx, matter))
    const checked = checkedTerms(terms, currency)
    const others = await readArrangements(tx, matter)
    if (others.length >= mostArrangements) {
      throw conflict(`A matter has at most ${mostArrangements} fee arrangements.`)
    }
    checkApart(checked, { firmId, currency }, others)
    const { id } = await tx
      .insertInto('fee_arrangements')
      .values({
        organisation_id: matter.organisationId,
        provider_id: firmId,
        matter_id: matter.id,
        kind,
        currency,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertVersion(tx, matter, { id, version: 1, terms: checked, reason, actor, now })
    return {
      result: id,
      events: [arrangementSet({ ...ofMatter(matter), id }, { title: checked.title, firm, reason })],
    }
  })
}

/** The name of the firm. Throws bad_request where it does not work for the organisation. */
async function firmNamed(tx: Tx, { organisationId }: Matter, firmId: number): Promise<string> {
  await checkFirm(tx, organisationId, firmId)
  const { name } = await tx
    .selectFrom('organisations')
    .where('id', '=', firmId)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

export interface ChangedArrangement {
  readonly id: number
  /** Null takes it away. */
  readonly terms: NewTerms | null
  /** Needed. */
  readonly reason: string | null
  /** Throws when somebody else has changed it since its version was read. */
  readonly checkVersion: (version: number) => void
}

/**
 * Changes an arrangement, or takes it away; the same again changes nothing. Throws bad_request, not_found, and
 * forbidden without the right.
 */
export function changeArrangement(
  app: App,
  actor: Actor,
  matterId: number,
  { id, terms, reason, checkVersion }: ChangedArrangement,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { matter } = await lockMatterFor({ tx, actor, now, right: 'setBudget' }, matterId)
    const all = await readArrangements(tx, matter)
    const found = all.find((each) => each.id === id)
    const [latest] = found?.versions ?? []
    if (!found || !latest) throw notFound()
    checkVersion(latest.version)
    const checked = terms && checkedTerms(terms, found.currency)
    const before = latest.amount === null ? null : { ...latest, amount: latest.amount }
    const isUnchanged =
      checked === null || before === null ? checked === before : isSameTerms(checked, before)
    if (isUnchanged) return { result: undefined, events: [] }
    if (reason === null) throw badInput('reason', 'is missing: say why the arrangement is changed.')
    const { currency, firm } = found
    const others = all.filter((each) => each.id !== id)
    if (checked) checkApart(checked, { firmId: firm.id, currency }, others)
    const version = latest.version + 1
    await insertVersion(tx, matter, { id, version, terms: checked, before: latest, reason, actor, now })
    await tx
      .updateTable('fee_arrangements')
      .set({ version })
      .where('organisation_id', '=', matter.organisationId)
      .where('id', '=', id)
      .execute()
    const title = checked?.title ?? latest.title
    return {
      result: undefined,
      events: [arrangementSet({ ...ofMatter(matter), id }, { title, firm: firm.name, reason })],
    }
  })
}

const ofMatter = ({ organisationId, id }: Matter) => ({ organisationId, matterId: id })

interface Version {
  readonly id: number
  readonly version: number
  readonly terms: Terms | null
  /** What it is in place of, which says what was taken away. */
  readonly before?: Omit<Terms, 'amount'>
  readonly reason: string | null
  readonly actor: Actor
  readonly now: Date
}

async function insertVersion(
  tx: Tx,
  { organisationId }: Matter & MayChange,
  { id, version, terms, before, reason, actor, now }: Version,
): Promise<void> {
  const written = terms ?? before
  if (!written) throw new Error('An arrangement without terms')
  await tx
    .insertInto('fee_arrangement_versions')
    .values({
      organisation_id: organisationId,
      arrangement_id: id,
      version,
      title: written.title.trim(),
      amount: terms?.amount ?? null,
      parts: JSON.stringify(terms?.parts ?? []),
      billed_as: written.billedAs?.trim() ?? null,
      starts_on: written.from,
      ends_on: written.to,
      reason,
      set_by: actor.userId,
      set_at: now,
    })
    .execute()
}

/** Throws conflict where a line of an invoice could be of two fixed fees. */
function checkApart(
  terms: Terms,
  { firmId, currency }: { readonly firmId: number; readonly currency: string },
  others: readonly Arrangement[],
): void {
  for (const { firm, currency: its, versions } of others) {
    const [latest] = versions
    if (firm.id !== firmId || its !== currency || !latest || latest.amount === null) continue
    if (haveDaysInCommon(terms, latest) && haveWorkInCommon(terms, latest)) {
      throw conflict(`The same work is in the fixed fee "${latest.title}" already. Change that one.`)
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
