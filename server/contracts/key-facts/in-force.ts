// What is in force of an agreement: what it says, as its executed amendments changed it, each fact with the contract
// that it comes from.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { contractsVisibleTo, getContractToSee } from '../access.ts'
import type { Contract, ContractStage } from '../contract.ts'
import { relationshipSql } from '../relationship.ts'
import { seenStageSql } from '../seen-stage.ts'
import { dayAfterPeriod, noticeDateOf } from '../key-dates/notice-period.ts'
import { findRenewalTerm } from '../renewals/renewal.ts'
import { getKeyFacts, type KeyFacts } from './key-facts.ts'

/** The agreement, or one of its amendments. */
export interface Link {
  readonly id: number
  readonly name: string
  readonly stage: ContractStage
  readonly executedOn: string | null
  readonly effectiveDate: string | null
  /** Executed, and its effective date has come. */
  readonly counts: boolean
}

/** A fact that is in force, and the contract that it comes from. */
interface Sourced<Value> {
  readonly value: Value
  readonly from: number
}

export interface InForce {
  /** The agreement, then its amendments in the order in which they were executed; those that are not, last. */
  readonly chain: readonly Link[]
  readonly otherParty: Sourced<NonNullable<KeyFacts['otherParty']>> | null
  readonly effectiveDate: Sourced<string> | null
  /** Of the agreement, as its amendments and renewals moved it. */
  readonly expiry: Sourced<string> | null
  /** What the agreement itself says, where an amendment moved its expiry; else null. */
  readonly ownExpiry: string | null
  /** The last day for notice, by the notice period of the agreement and the expiry that is in force. */
  readonly noticeDate: Sourced<string> | null
  /** The day on which it would end if it were renewed for its term. */
  readonly renewedUntil: Sourced<string> | null
  readonly value: Sourced<number> | null
}

const mostLevels = 20

/**
 * What is in force of the agreement that the contract is, or amends, as far as the actor sees its amendments; not_found
 * for a contract that they do not see.
 */
export async function getInForce(app: App, actor: Actor, contractId: number): Promise<InForce> {
  const agreement = await findAgreement(app.db, actor, await getContractToSee(app.db, actor, contractId))
  const timeZone = await timeZoneOf(app.db, agreement.organisationId)
  const today = todayIn(timeZone, app.clock.now()).day(0)
  const members = [...(await readChain(app, actor, agreement.id))]
  const facts = new Map<number, KeyFacts>()
  for (const { id } of members) facts.set(id, await getKeyFacts(app, actor, id))
  const chain = members.map(({ id, name, stage, executedAt }): Link => {
    const effectiveDate = facts.get(id)?.effectiveDate ?? null
    const isExecuted = executedAt !== null && (stage === 'Executed' || stage === 'Expired')
    return {
      id,
      name,
      stage,
      executedOn: executedAt && todayIn(timeZone, executedAt).day(0),
      effectiveDate,
      counts: isExecuted && (effectiveDate === null || effectiveDate <= today),
    }
  })
  const latest = <Value>(of: (said: KeyFacts) => Value | null | undefined): Sourced<Value> | null => {
    for (const { id, counts } of chain.toReversed()) {
      const said = counts ? facts.get(id) : undefined
      const value = said && of(said)
      if (value !== undefined && value !== null) return { value, from: id }
    }
    return null
  }
  const start = facts.get(agreement.id)?.effectiveDate ?? null
  return {
    chain,
    otherParty: latest(({ otherParty }) => otherParty),
    // an amendment takes effect on a day of its own
    effectiveDate: start === null || !chain[0]?.counts ? null : { value: start, from: agreement.id },
    ...(await datesInForce(app.db, { agreement, chain, facts, latest: latest(({ expiry }) => expiry) })),
    value: latest(({ value }) => value && Number(value.amount)),
  }
}

interface Chained {
  readonly agreement: Pick<Contract, 'organisationId' | 'id'>
  readonly chain: readonly Link[]
  readonly facts: ReadonlyMap<number, KeyFacts>
  /** What the latest link that is in force says. */
  readonly latest: Sourced<string> | null
}

/** The expiry that is in force with what follows from it, and where it comes from. */
async function datesInForce(
  db: Reader,
  { agreement, chain, facts, latest }: Chained,
): Promise<Pick<InForce, 'expiry' | 'ownExpiry' | 'noticeDate' | 'renewedUntil'>> {
  const [moves, term] = await Promise.all([readMoves(db, agreement), findRenewalTerm(db, agreement)])
  const own = facts.get(agreement.id)
  // an amendment that came into force this minute has not moved it yet
  const isPending = latest !== null && !moves.some(({ amendmentId }) => amendmentId === latest.from)
  const isOver = chain[0]?.counts !== true
  const mover = moves.findLast(({ expiry }) => expiry === own?.expiry)?.amendmentId
  // an amendment that they do not see is not named
  const from = chain.some(({ id }) => id === mover) ? mover : undefined
  const moved =
    isOver || own === undefined || own.expiry === null
      ? null
      : { value: own.expiry, from: from ?? agreement.id }
  const expiry = isPending && latest.from !== agreement.id ? latest : moved
  const period = own?.notice
  const notice = expiry && period ? noticeDateOf(expiry.value, period) : null
  return {
    expiry,
    ownExpiry: from !== undefined && expiry === moved ? (moves[0]?.former ?? null) : null,
    noticeDate: expiry && notice !== null ? { value: notice, from: expiry.from } : null,
    renewedUntil: expiry && term ? { value: dayAfterPeriod(expiry.value, term), from: expiry.from } : null,
  }
}

/** How amendments that are in force moved the expiry of the agreement, in their order. */
async function readMoves(db: Reader, { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>) {
  const rows = await db
    .selectFrom('contract_amended_expiries')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('applied', '=', true)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .select(['amendment_id as amendmentId', 'former_expiry as former', 'expiry'])
    .execute()
  return rows.map(({ amendmentId, former, expiry }) => ({
    amendmentId,
    former: former?.slice(0, 10) ?? null,
    expiry: expiry.slice(0, 10),
  }))
}

type Place = Pick<Contract, 'organisationId' | 'id' | 'parentId'>

/** The contract that this one amends, directly or through another amendment; itself if it amends none. */
async function findAgreement(db: Reader, actor: Actor, contract: Place): Promise<Place> {
  let found = contract
  for (let level = 0; level < mostLevels && found.parentId !== null; level++) {
    const row = await contractsVisibleTo(db, actor)
      .where('contracts.id', '=', found.id)
      .select(relationshipSql.as('relationship'))
      .executeTakeFirst()
    if (row?.relationship !== 'Amendment') return found
    const above = await contractsVisibleTo(db, actor)
      .where('contracts.organisation_id', '=', found.organisationId)
      .where('contracts.id', '=', found.parentId)
      .select([
        'contracts.organisation_id as organisationId',
        'contracts.id',
        'contracts.parent_id as parentId',
      ])
      .executeTakeFirst()
    // what is amended may be hidden from them
    if (!above) return found
    found = above
  }
  return found
}

/** The agreement and its amendments, those of amendments too. */
async function readChain(
  app: App,
  actor: Actor,
  agreementId: number,
): Promise<readonly Pick<Contract, 'id' | 'name' | 'stage' | 'executedAt'>[]> {
  const found = new Map<number, Pick<Contract, 'id' | 'name' | 'stage' | 'executedAt'>>()
  let ids: readonly number[] = [agreementId]
  for (let level = 0; level < mostLevels && ids.length > 0; level++) {
    const rows = await contractsVisibleTo(app.db, actor)
      .where(level === 0 ? 'contracts.id' : 'contracts.parent_id', 'in', [...ids])
      .$if(level > 0, (query) => query.where(sql<boolean>`${relationshipSql} = 'Amendment'`))
      .select(['contracts.id', 'contracts.name', 'contracts.executed_at as executedAt'])
      .select(seenStageSql(app.clock.now()).as('stage'))
      .orderBy('contracts.id')
      .execute()
    const next = rows.filter(({ id }) => !found.has(id))
    for (const row of next) found.set(row.id, row)
    ids = next.map(({ id }) => id)
  }
  const [agreement, ...amendments] = found.values()
  const at = ({ executedAt }: Pick<Contract, 'executedAt'>) => executedAt?.getTime() ?? Infinity
  const inOrder = amendments.toSorted((one, other) =>
    at(one) === at(other) ? one.id - other.id : at(one) - at(other),
  )
  return agreement ? [agreement, ...inOrder] : []
}
