// The queue of the legal department: the requests that nobody has taken on yet, with the columns that the list can be
// filtered, sorted and grouped by.
import { sql } from 'kysely'
import { fullNameSql } from '../identity/users/full-name-sql.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { forbidden } from '../platform/errors.ts'
import { groupRows, type GroupRow, type GroupsAsked } from '../platform/lists/group-rows.ts'
import { type Page, type PageAsked, readPage } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { managesIntake, nextSteps, whosTurn, whoTakesOn } from './request.ts'
import { onRequests, requesterId, requestOfMatterRow, type MatterRow, openQuestions } from './request-rows.ts'
import { readRequestedContracts } from './requested-contract.ts'
import type { Request } from './requests.ts'

const of = (kind: Column['kind'], expression: Column['sql'], nullable = false): Column => ({
  kind,
  nullable,
  sql: expression,
})
const own = (kind: Column['kind'], column: string, nullable = false) => of(kind, sql.ref(column), nullable)
const nameOf = (userId: Column['sql']) =>
  sql`(select ${fullNameSql('u')} from users u where u.id = ${userId})`

// as nextOf and withToV2 say of one request
const next = sql`(case when r.decision = 'Declined' or matters.status in ('Complete', 'Archived') then 'None'
  when ${openQuestions} > 0 then 'Answer'
  when matters.manager_id is null or matters.in_intake then 'Assign'
  when r.decision = 'Accepted' or matters.status not in ('Draft', 'Scoping') then 'Work' else 'Accept' end)`
const turn = sql`(case ${next} when 'None' then 'Nobody' when 'Answer' then 'Requester'
  when 'Assign' then 'Intake' else 'Manager' end)`
const personWith = sql`(case ${turn} when 'Requester' then ${requesterId}
  when 'Manager' then matters.manager_id end)`

const catalogue = {
  id: own('integer', 'matters.id'),
  organisationId: own('integer', 'matters.organisation_id'),
  number: own('integer', 'matters.number'),
  name: own('text', 'matters.name'),
  state: own('text', 'matters.status'),
  inIntake: own('boolean', 'matters.in_intake'),
  managerId: own('uuid', 'matters.manager_id', true),
  managerName: of('text', nameOf(sql`matters.manager_id`), true),
  typeId: own('integer', 't.id', true),
  typeTitle: own('text', 't.title', true),
  requesterId: of('uuid', requesterId),
  requesterName: of('text', nameOf(requesterId)),
  teamId: own('integer', 'matters.team_id', true),
  teamName: own('text', 'teams.name', true),
  description: own('text', 'r.description', true),
  reason: own('text', 'r.reason', true),
  decision: own('text', 'r.decision', true),
  assignedAt: own('moment', 'r.assigned_at', true),
  decidedAt: own('moment', 'r.decided_at', true),
  createdAt: of('moment', sql`coalesce(r.created_at, matters.created_at)`),
  // what nobody has promised comes after all that somebody has
  due: { ...own('date', 'r.due', true), order: sql`coalesce(r.due, 'infinity'::date)` },
  // of what is due on the same day, what was promised to the hour comes first
  dueAt: { ...own('moment', 'r.due_at', true), order: sql`coalesce(r.due_at, 'infinity'::timestamptz)` },
  openQuestions: of('integer', openQuestions),
  next: { ...of('choice', next), choices: nextSteps },
  turn: { ...of('choice', turn), choices: whosTurn },
  personId: of('uuid', personWith, true),
  personName: of('text', nameOf(personWith), true),
} as const satisfies Catalogue

/** The columns that can be returned, filtered by and sorted by. */
export const waitingListing = { catalogue, id: catalogue.id } as const satisfies Listing

/** What a request as it is shown is made of, besides the contract that it made. */
export const waitingColumns = [
  'id organisationId number name state inIntake managerId managerName typeId typeTitle requesterId requesterName',
  'teamName description reason decision assignedAt decidedAt createdAt due dueAt openQuestions',
].flatMap((names) => names.split(' '))

/** Throws forbidden for people who do not take requests on. */
export function checkTakesOn(actor: Actor): void {
  if (!managesIntake(actor)) throw forbidden(whoTakesOn)
}

/**
 * The requests that the actor's department has not taken on yet: those in intake, and those that wait for their
 * manager. Throws forbidden for people who do not take requests on.
 */
function waiting(db: Reader, actor: Actor) {
  checkTakesOn(actor)
  return onRequests(db, actor)
    .where('matters.organisation_id', '=', actor.organisationId)
    .where((eb) =>
      eb.or([
        eb('matters.in_intake', '=', true),
        eb.and([eb('r.decision', 'is', null), eb('matters.status', 'in', ['Draft', 'Scoping'])]),
      ]),
    )
}

/** A page of them with these columns; throws forbidden for people who do not take requests on. */
export const pageOfWaiting = async ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(waiting(db, actor), waitingListing, asked)

/** The same with `request`, which is made of `waitingColumns`, as each row's own. */
export async function pageOfWaitingRequests(app: App, actor: Actor, asked: PageAsked): Promise<Page> {
  const page = await pageOfWaiting(app, actor, asked)
  const requests = page.rows.map((row) => requestOfMatterRow(app, row as unknown as MatterRow))
  const contracts = await readRequestedContracts(app.db, actor, requests)
  const rows = page.rows.map((row, index): ListedRow => {
    const request = requests[index]
    return { ...row, request: request && { ...request, contract: contracts.get(request.id) ?? null } }
  })
  return { ...page, rows }
}

/** The request of a row of `pageOfWaitingRequests`, and the names of the people in it. */
export const requestIn = (row: ListedRow) => ({
  request: row['request'] as Request,
  names: new Map([
    [String(row['requesterId']), String(row['requesterName'])],
    [String(row['managerId']), String(row['managerName'])],
  ]),
})

/** They are counted by groups; throws forbidden as the page does. */
export const groupWaiting = async (
  { db }: App,
  actor: Actor,
  asked: GroupsAsked,
): Promise<readonly GroupRow[]> => groupRows(waiting(db, actor), waitingListing, asked)
