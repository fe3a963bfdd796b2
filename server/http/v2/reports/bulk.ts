// The same change of many records: what the request says, and what came of it. Each record is changed by the operation that changes one, in
// a transaction of its own, with its rights, history and events.
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { bareObject } from '../../../platform/bare-object.ts'
import type { DomainEvent } from '../../../platform/change.ts'
import { AppError, badInput, sentence } from '../../../platform/errors.ts'
import type { ListQuery } from '../../../platform/lists/list-query.ts'
import { eventsOf, rehearse } from '../../../platform/rehearse.ts'
import { actorOf } from '../../route.ts'
import { fieldNamesInText } from '../field-properties.ts'
import { filterOf } from '../filter-now.ts'
import { propertiesOf, textIn, truthIn } from '../merge-patch.ts'
import type { ReportedSource } from './reported-list.ts'

const mostAtOnce = 1_000

/** The documentation of a request. */
export const bulkSchema = (change: Type.TSchema) =>
  Type.Object(
    {
      ids: Type.Optional(Type.Array(Type.Integer(), { description: `Which ones: ${mostAtOnce} at most.` })),
      filter: Type.Optional(Type.String({ description: 'Or those that a $filter of the list finds.' })),
      change,
      onlyEmpty: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether only properties without a value are set.' }),
      ),
      checkOnly: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether only to say what would be changed.' }),
      ),
    },
    { additionalProperties: false },
  )

/** The answer. */
export const bulkAnswer = Type.Object(
  {
    changed: Type.Integer({ description: 'How many have, or would have, changed.' }),
    unchanged: Type.Integer({ description: 'How many were like this already.' }),
    differing: Type.Integer({
      description: 'How many of the changed ones had another value, which is replaced.',
    }),
    skipped: Type.Array(Type.Object({ id: Type.Integer(), because: Type.String() })),
  },
  {
    examples: [
      { changed: 41, unchanged: 3, differing: 7, skipped: [{ id: 17, because: 'Its owner can change it.' }] },
    ],
  },
)

interface Wanted {
  readonly ids: readonly number[] | undefined
  readonly filter: string | undefined
  readonly change: unknown
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
}

function wantedIn(body: unknown): Wanted {
  const properties = propertiesOf(body, ['ids', 'filter', 'change', 'onlyEmpty', 'checkOnly'])
  const ids = idsIn(properties['ids'])
  const filter = textIn(properties, 'filter', { longest: 4_096 }) ?? undefined
  if ((ids === undefined) === (filter === undefined))
    throw badInput('ids', sentence('Say which ones: either ids, or a filter.'))
  const { change } = properties
  if (
    typeof change !== 'object' ||
    change === null ||
    Array.isArray(change) ||
    Object.keys(change).length === 0
  )
    throw badInput('change', 'must be an object with the properties to set.')
  return {
    ids,
    filter,
    change,
    onlyEmpty: truthIn(properties, 'onlyEmpty') ?? false,
    checkOnly: truthIn(properties, 'checkOnly') ?? false,
  }
}

function idsIn(value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined
  const isId = (id: unknown): id is number =>
    Number.isInteger(id) && Number(id) > 0 && Number(id) <= 2_147_483_647
  if (!Array.isArray(value) || !value.every(isId)) throw badInput('ids', 'must be a list of ids.')
  if (value.length > mostAtOnce) throw tooMany('ids')
  return [...new Set(value)]
}

const tooMany = (name: string) =>
  badInput(name, sentence(`${mostAtOnce} can be changed at once: change them in several requests.`))

async function idsOf(app: App, actor: Actor, source: ReportedSource, { ids, filter }: Wanted) {
  if (ids) return ids
  const text = filter ?? ''
  const list = await source.open(app, actor, { named: fieldNamesInText(text, 'filter'), all: false })
  const found = await filterOf(app, actor, text, list.resource)
  const query: ListQuery = { filter: found, sort: [], skip: 0, take: mostAtOnce + 1 }
  const rows = await list.read({ query, columns: ['id'] })
  if (rows.length > mostAtOnce) throw tooMany('filter')
  return rows.map((row) => Number(row['id']))
}

/** How the records of a list are changed. */
export interface BulkChange<Changes> {
  readonly source: ReportedSource
  /** The changes of a merge patch; throws 400 for what it may not contain. */
  readonly read: (change: unknown) => Changes
  /** Changes one; with `onlyEmpty` only what has no value. */
  readonly update: (
    app: App,
    actor: Actor,
    id: number,
    asked: { readonly changes: Changes; readonly onlyEmpty: boolean },
  ) => Promise<unknown>
}

/** Carries out a change of many, or says what it would do. */
export async function changeMany<Changes>(
  app: App,
  request: FastifyRequest,
  { source, read, update }: BulkChange<Changes>,
): Promise<Static<typeof bulkAnswer>> {
  const actor = actorOf(request)
  const wanted = wantedIn(request.body)
  const { onlyEmpty } = wanted
  const changes = read(wanted.change)
  const ids = await idsOf(app, actor, source, wanted)
  const carryOut = wanted.checkOnly ? rehearse : eventsOf
  const answer = { changed: 0, unchanged: 0, differing: 0, skipped: [] as { id: number; because: string }[] }
  for (const id of ids) {
    try {
      const events = await carryOut(app, (one) => update(one, actor, id, { changes, onlyEmpty }))
      if (events.length === 0) answer.unchanged++
      else answer.changed++
      if (events.some(replacesValue)) answer.differing++
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      answer.skipped.push({ id, because: error.message })
    }
  }
  return answer
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether an event tells of a value that was there before. */
function replacesValue({ facts = {} }: DomainEvent): boolean {
  const changes = bareObject<unknown>((facts['changes'] ?? {}) as Record<string, unknown>)
  return Object.values(changes).some((pair) => !isEmpty((pair as { readonly from?: unknown }).from))
}

/** The changes of what has no value yet. */
export const ofEmpty = <Changes extends object>(changes: Changes, record: object): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name]) => isEmpty((record as Readonly<Record<string, unknown>>)[name])),
  ) as Changes
