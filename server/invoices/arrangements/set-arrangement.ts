// Agreeing fee arrangements with law firms, and changing them.
import { sql } from 'kysely'
import { lockMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { checkFirm } from '../rates/set-rates.ts'
import { checkMayArrange } from './access.ts'
import {
  type Arrangement,
  type ArrangementKind,
  generalKinds,
  isSameTerms,
  matterKinds,
  type Terms,
} from './arrangement.ts'
import { arrangementSet } from './events.ts'
import { checkAlone } from './check-alone.ts'
import { checkedTerms, type NewTerms } from './check-terms.ts'
import { readArrangements, readGeneral } from './list-arrangements.ts'
import { lockRetainer, moneyOf } from './retainer.ts'
import { stateOf } from './success.ts'

const mostArrangements = 100

export interface NewArrangement {
  readonly firmId: number
  readonly kind: ArrangementKind
  /** Default: that of the organisation. */
  readonly currency?: string | undefined
  readonly terms: NewTerms
  readonly reason: string | null
}

interface Changing {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

/** What an arrangement is for: a matter, which is locked, or all matters; with what is agreed there already. */
interface Place {
  readonly organisationId: number
  readonly matterId: number | null
  readonly others: readonly Arrangement[]
}

/** Throws forbidden without the right. */
async function placeOf(changing: Changing, matterId: number | null): Promise<Place> {
  const { tx, actor } = changing
  if (matterId === null) {
    checkMayArrange(actor)
    return { organisationId: actor.organisationId, matterId, others: [] }
  }
  const { matter } = await lockMatterFor({ ...changing, right: 'setBudget' }, matterId)
  return { organisationId: matter.organisationId, matterId, others: await readArrangements(tx, matter) }
}

/**
 * Agrees an arrangement on a matter, or for all matters of a firm, and returns its id. Throws bad_request, and
 * forbidden without the right.
 */
export function addArrangement(
  app: App,
  actor: Actor,
  matterId: number | null,
  { firmId, kind, terms, reason, ...given }: NewArrangement,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const place = await placeOf({ tx, actor, now }, matterId)
    const { organisationId } = place
    checkKindOf(place, kind)
    const firm = await firmNamed(tx, organisationId, firmId)
    const currency = given.currency ?? (await currencyOf(tx, place))
    const checked = checkedTerms(terms, kind, currency)
    await checkMost(tx, place, firmId)
    await checkAlone(tx, place, { terms: checked, kind, firmId, currency })
    const { id } = await tx
      .insertInto('fee_arrangements')
      .values({ organisation_id: organisationId, provider_id: firmId, matter_id: matterId, kind, currency })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertVersion(tx, organisationId, { id, version: 1, terms: checked, reason, actor, now })
    const event = arrangementSet({ organisationId, matterId, id }, { title: checked.title, firm, reason })
    return { result: id, events: [event] }
  })
}

function checkKindOf({ matterId }: Place, kind: ArrangementKind): void {
  if (matterId === null && !generalKinds.includes(kind))
    throw badInput('kind', `must be ${generalKinds.join(' or ')}: others are agreed on a matter.`)
  if (matterId !== null && !matterKinds.includes(kind))
    throw badInput('kind', `must be ${matterKinds.join(', ')}: others are agreed for all matters of a firm.`)
}

async function checkMost(tx: Tx, { organisationId, matterId, others }: Place, firmId: number): Promise<void> {
  if (others.length >= mostArrangements)
    throw conflict(`A matter has at most ${mostArrangements} fee arrangements.`)
  if (matterId !== null) return
  const { count } = await tx
    .selectFrom('fee_arrangements')
    .where('organisation_id', '=', organisationId)
    .where('provider_id', '=', firmId)
    .where('matter_id', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostArrangements)
    throw conflict(`At most ${mostArrangements} fee arrangements are for all matters of a law firm.`)
}

/** The name of the firm. Throws bad_request where it does not work for the organisation. */
async function firmNamed(tx: Tx, organisationId: number, firmId: number): Promise<string> {
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
 * forbidden without the right; conflict where something is left of a retainer that is to be taken away.
 */
export function changeArrangement(
  app: App,
  actor: Actor,
  matterId: number | null,
  { id, terms, reason, checkVersion }: ChangedArrangement,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId, others: all } = await placeOf({ tx, actor, now }, matterId)
    const found =
      matterId === null ? await readGeneral(tx, organisationId, id) : all.find((each) => each.id === id)
    const [latest] = found?.versions ?? []
    if (!found || !latest) throw notFound()
    checkVersion(latest.version)
    const { kind, currency, firm } = found
    const checked = terms && checkedTerms(terms, kind, currency)
    const before = latest.amount === null ? null : { ...latest, amount: latest.amount }
    const isUnchanged =
      checked === null || before === null ? checked === before : isSameTerms(checked, before)
    if (isUnchanged) return { result: undefined, events: [] }
    if (stateOf(found.outcomes) !== 'Open')
      throw conflict('The outcome of this success fee is recorded. Make it open again first.')
    if (reason === null) throw badInput('reason', 'is missing: say why the arrangement is changed.')
    const others = all.filter((each) => each.id !== id)
    if (checked) {
      const place = { organisationId, matterId, others }
      await checkAlone(tx, place, { id, terms: checked, kind, firmId: firm.id, currency })
    }
    if (!checked && kind === 'Retainer') await checkEmpty(tx, { organisationId, id })
    const version = latest.version + 1
    await insertVersion(tx, organisationId, {
      id,
      version,
      terms: checked,
      before: latest,
      reason,
      actor,
      now,
    })
    await tx
      .updateTable('fee_arrangements')
      .set({ version })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const title = checked?.title ?? latest.title
    const event = arrangementSet({ organisationId, matterId, id }, { title, firm: firm.name, reason })
    return { result: undefined, events: [event] }
  })
}

async function checkEmpty(
  tx: Tx,
  key: { readonly organisationId: number; readonly id: number },
): Promise<void> {
  const retainer = await lockRetainer(tx, key)
  if (retainer && compareDecimals(retainer.balance, '0') !== 0)
    throw conflict(`${moneyOf(retainer, retainer.balance)} is left: have it paid back or use it first.`)
}

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
  organisationId: number,
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
      tiers: terms && terms.tiers.length > 0 ? JSON.stringify(terms.tiers) : null,
      condition: written.success?.condition.trim() ?? null,
      percent: written.success?.percent ?? null,
      minimum: written.success?.minimum ?? null,
      maximum: written.success?.maximum ?? null,
      latest_on: written.success?.latestOn ?? null,
      billed_as: written.billedAs?.trim() ?? null,
      starts_on: written.from,
      ends_on: written.to,
      reason,
      set_by: actor.userId,
      set_at: now,
    })
    .execute()
}
