// Requests as their requester and the legal department see them: where they stand, with whom they are, what is next.
import { sql } from 'kysely'
import { mattersVisibleTo } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { fullName } from '../identity/users/user.ts'
import { readAnswers } from './answers.ts'
import { managesIntake, type RequestProgress, whoTakesOn } from './request.ts'

export interface Question {
  readonly id: number
  readonly question: string
  readonly askedBy: string
  readonly askedAt: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
}

export interface Message {
  readonly id: number
  readonly text: string
  readonly userId: string
  readonly createdAt: Date
}

export interface Request extends RequestProgress {
  readonly organisationId: number
  /** That of its matter. */
  readonly id: number
  readonly displayId: string
  readonly name: string
  readonly type: { readonly id: number; readonly title: string } | null
  readonly requesterId: string
  readonly teamName: string | null
  readonly description: string | null
  readonly due: string | null
  readonly reason: string | null
  /** As they are stored (answers.ts). */
  readonly answers: unknown
}

/** A page of the requests that the actor made, newest first. */
export async function listOwnRequests(
  app: App,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly requests: readonly Request[]; readonly names: ReadonlyMap<string, string> }> {
  const rows = await requestRows(app.db, actor)
    .where('r.requester_id', '=', actor.userId)
    .orderBy('matters.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const requests = rows.map((row) => requestOf(app, row))
  return { requests, names: await namesOf(app.db, requests.flatMap(peopleOf)) }
}

/**
 * A page of the requests that the actor's department has not taken on yet: those in intake, and those that wait for
 * their manager, the earliest promise first. Throws forbidden for people who do not take requests on.
 */
export async function listWaitingRequests(
  app: App,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly requests: readonly Request[]; readonly names: ReadonlyMap<string, string> }> {
  if (!managesIntake(actor)) throw forbidden(whoTakesOn)
  const rows = await requestRows(app.db, actor)
    .where('matters.organisation_id', '=', actor.organisationId)
    .where((eb) =>
      eb.or([
        eb('matters.in_intake', '=', true),
        eb.and([eb('r.decision', 'is', null), eb('matters.status', 'in', ['Draft', 'Scoping'])]),
      ]),
    )
    .orderBy('r.due', (order) => order.asc().nullsLast())
    .orderBy('matters.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const requests = rows.map((row) => requestOf(app, row))
  return { requests, names: await namesOf(app.db, requests.flatMap(peopleOf)) }
}

/** One request that the actor may see, with its questions and the latest messages; not_found otherwise. */
export async function getRequest(app: App, actor: Actor, id: number) {
  const row = await requestRows(app.db, actor).where('matters.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const request = requestOf(app, row)
  const [questions, messages, answers] = await Promise.all([
    readQuestions(app.db, request),
    readMessages(app.db, request),
    readAnswers(app.db, request.organisationId, request.answers ?? []),
  ])
  const people = [
    ...peopleOf(request),
    ...questions.map(({ askedBy }) => askedBy),
    ...messages.map(({ userId }) => userId),
  ]
  return { request, questions, messages, answers, names: await namesOf(app.db, people) }
}

const peopleOf = ({ requesterId, managerId }: Request) => [
  requesterId,
  ...(managerId === null ? [] : [managerId]),
]

/**
 * The requests on matters that the actor sees; a matter that waits in intake is one even if nobody has touched it yet.
 */
const requestRows = (db: Reader, actor: Actor) =>
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
    .select([
      'matters.organisation_id as organisationId',
      'matters.id',
      'matters.number',
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
      'r.answers',
    ])
    .select([
      sql<string>`coalesce(r.requester_id, matters.created_by)`.as('requesterId'),
      sql<Date>`coalesce(r.created_at, matters.created_at)`.as('createdAt'),
      sql<string | null>`to_char(r.due, 'YYYY-MM-DD')`.as('due'),
      sql<number>`(select count(*)::int from request_questions q where q.organisation_id = matters.organisation_id
        and q.matter_id = matters.id and q.answered_at is null)`.as('openQuestions'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof requestRows>['execute']>>[number]

const requestOf = ({ config }: Pick<App, 'config'>, { number, typeId, typeTitle, ...row }: Row): Request => ({
  ...row,
  state: row.state as Request['state'],
  decision: row.decision as Request['decision'],
  displayId: matterNumberText(config.displayIdPrefix, row.organisationId, number),
  type: typeId === null ? null : { id: typeId, title: typeTitle ?? '' },
})

const readQuestions = (db: Reader, { organisationId, id }: Request): Promise<readonly Question[]> =>
  db
    .selectFrom('request_questions')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .orderBy('id')
    .select([
      'id',
      'question',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'answer',
      'answered_at as answeredAt',
    ])
    .execute()

const messagesShown = 50

/** What was written on it last, oldest first. */
async function readMessages(db: Reader, { organisationId, id }: Request): Promise<readonly Message[]> {
  const rows = await db
    .selectFrom('matter_messages')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .orderBy('id', 'desc')
    .limit(messagesShown)
    .select(['id', 'body as text', 'user_id as userId', 'created_at as createdAt'])
    .execute()
  return rows.toReversed()
}

async function namesOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'first_name', 'last_name'])
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
