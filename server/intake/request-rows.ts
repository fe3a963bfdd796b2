// Requests as rows of the database: those that are matters, and those that are a contract alone.
import { sql } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { RequestProgress } from './request.ts'

/** A request without the contract that it made. */
export interface RequestRow extends Omit<RequestProgress, 'contract'> {
  readonly organisationId: number
  /** That of its matter, if it has one. */
  readonly id: number
  readonly displayId: string
  readonly name: string
  readonly type: { readonly id: number; readonly title: string } | null
  readonly requesterId: string
  readonly teamName: string | null
  readonly description: string | null
  readonly due: string | null
  /** Of what was promised within hours. */
  readonly dueAt: Date | null
  readonly reason: string | null
  /** As they are stored (answers.ts). */
  readonly answers: unknown
}

/** Who asked: of a matter that nobody has touched in intake yet, the person who created it. */
export const requesterId = sql<string>`coalesce(r.requester_id, matters.created_by)`

/** How many questions to the requester have no answer yet. */
export const openQuestions = sql<number>`(select count(*)::int from request_questions q
  where q.organisation_id = matters.organisation_id and q.matter_id = matters.id and q.answered_at is null)`

/**
 * The requests on matters that the actor sees, without columns; a matter that waits in intake is one even if nobody has
 * touched it yet.
 */
export const onRequests = (db: Reader, actor: Actor) =>
  mattersVisibleTo(db, actor)
    .leftJoin('requests as r', (join) =>
      join.onRef('r.organisation_id', '=', 'matters.organisation_id').onRef('r.matter_id', '=', 'matters.id'),
    )
    .leftJoin('request_types as t', (join) =>
      join.onRef('t.organisation_id', '=', 'r.organisation_id').onRef('t.id', '=', 'r.type_id'),
    )
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.organisation_id', '=', 'matters.organisation_id')
        .onRef('teams.id', '=', 'matters.team_id'),
    )
    .where((eb) => eb.or([eb('r.matter_id', 'is not', null), eb('matters.in_intake', '=', true)]))

/** The same with what a request consists of. */
export const matterRequests = (db: Reader, actor: Actor) =>
  onRequests(db, actor)
    .select([
      'matters.organisation_id as organisationId',
      'matters.id',
      'matters.number',
      'matters.own_number as ownNumber',
      'matters.name',
      'matters.status as state',
      'matters.in_intake as inIntake',
      'matters.manager_id as managerId',
      't.id as typeId',
      't.title as typeTitle',
      'teams.name as teamName',
      'r.description',
      'r.reason',
      'r.decision',
      'r.assigned_at as assignedAt',
      'r.decided_at as decidedAt',
      'r.due_at as dueAt',
      'r.answers',
    ])
    .select([
      requesterId.as('requesterId'),
      sql<Date>`coalesce(r.created_at, matters.created_at)`.as('createdAt'),
      sql<string | null>`to_char(r.due, 'YYYY-MM-DD')`.as('due'),
      openQuestions.as('openQuestions'),
    ])

export type MatterRow = Awaited<ReturnType<ReturnType<typeof matterRequests>['execute']>>[number]

/** A row of a matter as a request. */
export const requestOfMatterRow = (
  { config }: Pick<App, 'config'>,
  { number, ownNumber, typeId, typeTitle, ...row }: MatterRow,
): RequestRow => ({
  ...row,
  selfService: false,
  state: row.state as RequestRow['state'],
  decision: row.decision as RequestRow['decision'],
  displayId: matterNumberText(config.displayIdPrefix, { ...row, number, ownNumber }),
  type: typeId === null ? null : { id: typeId, title: typeTitle ?? '' },
})

/** The requests that are contracts the actor sees, and no matter. */
export const contractRequests = (db: Reader, actor: Actor) =>
  contractsVisibleTo(db, actor)
    .innerJoin('contract_requests as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'contracts.organisation_id')
        .onRef('r.contract_id', '=', 'contracts.id'),
    )
    .innerJoin('request_types as t', (join) =>
      join.onRef('t.organisation_id', '=', 'r.organisation_id').onRef('t.id', '=', 'r.type_id'),
    )
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.organisation_id', '=', 'contracts.organisation_id')
        .onRef('teams.id', '=', 'contracts.team_id'),
    )
    .where('r.matter_id', 'is', null)
    .select([
      'contracts.organisation_id as organisationId',
      'contracts.id as contractId',
      'contracts.name',
      'r.request_id as id',
      'r.requester_id as requesterId',
      'r.description',
      'r.answers',
      'r.created_at as createdAt',
      't.id as typeId',
      't.title as typeTitle',
      'teams.name as teamName',
    ])

type ContractRow = Awaited<ReturnType<ReturnType<typeof contractRequests>['execute']>>[number]

/** A row of a contract as a request: nobody has to take it on. */
export const requestOfContractRow = ({ typeId, typeTitle, contractId, ...row }: ContractRow): RequestRow => ({
  ...row,
  selfService: true,
  displayId: String(contractId),
  type: { id: typeId, title: typeTitle },
  state: 'Active',
  inIntake: false,
  managerId: null,
  decision: null,
  assignedAt: null,
  decidedAt: null,
  openQuestions: 0,
  due: null,
  dueAt: null,
  reason: null,
})
