// Requests as their requester and the legal department see them: where they stand, with whom they are, what is next.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { fullName } from '../identity/users/user.ts'
import { readAnswers } from './answers.ts'
import type { RequestProgress } from './request.ts'
import {
  contractRequests,
  matterRequests,
  requestOfContractRow,
  requestOfMatterRow,
  type RequestRow,
} from './request-rows.ts'
import { readRequestedContracts } from './requested-contract.ts'

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

/** A request with the contract that it made. */
export interface Request extends RequestRow, RequestProgress {}

/** A page of the requests that the actor made, newest first. */
export async function listOwnRequests(
  app: App,
  actor: Actor,
  { limit, offset }: Page,
): Promise<ListedRequests> {
  const [matters, contracts] = await Promise.all([
    matterRequests(app.db, actor)
      .where('r.requester_id', '=', actor.userId)
      .orderBy('matters.id', 'desc')
      .limit(limit + offset)
      .execute(),
    contractRequests(app.db, actor)
      .where('r.requester_id', '=', actor.userId)
      .orderBy('r.request_id', 'desc')
      .limit(limit + offset)
      .execute(),
  ])
  // both have their numbers from one row of them
  const rows = [...matters.map((row) => requestOfMatterRow(app, row)), ...contracts.map(requestOfContractRow)]
    .sort((one, other) => other.id - one.id)
    .slice(offset, offset + limit)
  return listed(app, actor, rows)
}

interface Page {
  readonly limit: number
  readonly offset: number
}

interface ListedRequests {
  readonly requests: readonly Request[]
  readonly names: ReadonlyMap<string, string>
}

async function listed({ db }: App, actor: Actor, rows: readonly RequestRow[]): Promise<ListedRequests> {
  const contracts = await readRequestedContracts(db, actor, rows)
  const requests = rows.map((row) => ({ ...row, contract: contracts.get(row.id) ?? null }))
  return { requests, names: await namesOf(db, requests.flatMap(peopleOf)) }
}

/** One request that the actor may see, with its questions and the latest messages; not_found otherwise. */
export async function getRequest(app: App, actor: Actor, id: number) {
  const request = await findRequest(app, actor, id)
  if (!request) throw notFound()
  const [questions, messages, answers] = await Promise.all([
    readQuestions(app.db, request),
    request.selfService ? [] : readMessages(app.db, request),
    readAnswers(app.db, request.organisationId, request.answers ?? []),
  ])
  const people = [
    ...peopleOf(request),
    ...questions.map(({ askedBy }) => askedBy),
    ...messages.map(({ userId }) => userId),
  ]
  return { request, questions, messages, answers, names: await namesOf(app.db, people) }
}

/** By the number of a matter, or one that a contract alone has. */
async function findRequest(app: App, actor: Actor, id: number): Promise<Request | undefined> {
  const matter = await matterRequests(app.db, actor).where('matters.id', '=', id).executeTakeFirst()
  const contract = matter
    ? undefined
    : await contractRequests(app.db, actor).where('r.request_id', '=', id).executeTakeFirst()
  const row = matter ? requestOfMatterRow(app, matter) : contract && requestOfContractRow(contract)
  return row && (await listed(app, actor, [row])).requests[0]
}

const peopleOf = ({ requesterId, managerId }: Request) => [
  requesterId,
  ...(managerId === null ? [] : [managerId]),
]

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
