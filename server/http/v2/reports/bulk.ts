// The same change of many records: what the request says, and what came of it. Each record is changed by the operation
// that changes one, in a transaction of its own, with its rights, history and events. More than a thousand are a job of
// the background.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, sentence } from '../../../platform/errors.ts'
import type { ListQuery } from '../../../platform/lists/list-query.ts'
import type { EachOutcome } from '../../../platform/change-each.ts'
import { isEmpty } from '../../../platform/events/replaced-values.ts'
import type { Made } from '../../../platform/events/taken-back.ts'
import { actorOf } from '../../route.ts'
import { fieldNamesInText } from '../field-properties.ts'
import { filterOf } from '../filter-now.ts'
import { propertiesOf, textIn, truthIn } from '../merge-patch.ts'
import { nullable } from '../references.wire.ts'
import type { ReportedSource } from './reported-list.ts'

const mostAtOnce = 1_000

/** What is the same in the descriptions of these operations. */
export const bulkDescription =
  'The same merge patch for many, each changed as by PATCH, with the rights, history and events of that: those that cannot be changed are skipped and say why. checkOnly changes nothing and says what would come of it. Up to 1,000 are changed at once. When a filter finds more, up to 100,000, they are changed in the background: 202, and Location leads to the job.'

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
    jobId: nullable<number>('integer', {
      description: 'POST /v2/jobs/{jobId}/undo takes it back. Null where nothing was changed.',
    }),
  },
  {
    title: 'BulkResult',
    examples: [
      {
        changed: 41,
        unchanged: 3,
        differing: 7,
        skipped: [{ id: 17, because: 'Its owner can change it.' }],
        jobId: 12,
      },
    ],
  },
)

/** The answer to what was done at once. */
export const bulkAnswerOf = ({
  skipped,
  jobId = null,
  ...counted
}: EachOutcome & { readonly jobId?: number | null }): Static<typeof bulkAnswer> => ({
  ...counted,
  skipped: [...skipped],
  jobId,
})

/** The answer when the background does it. */
export const bulkStarted = Type.Object(
  {
    job: Type.Object({
      id: Type.Integer({ description: 'GET /v2/jobs/{id} says how far it has come.' }),
      total: Type.Integer(),
    }),
  },
  { title: 'BulkJob', examples: [{ job: { id: 12, total: 4_120 } }] },
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
  if (value.length > mostAtOnce)
    throw badInput(
      'ids',
      sentence(`${mostAtOnce} ids can be named at once: send them in several requests, or use a filter.`),
    )
  return [...new Set(value)]
}

async function idsOf<Changes>(
  app: App,
  actor: Actor,
  { source, jobs: { most } }: BulkChange<Changes>,
  { ids, filter }: Wanted,
) {
  if (ids) return ids
  const text = filter ?? ''
  const list = await source.open(app, actor, { named: fieldNamesInText(text, 'filter'), all: false })
  const found = await filterOf(app, actor, text, list.resource)
  const query: ListQuery = { filter: found, sort: [], skip: 0, take: most + 1 }
  const rows = await list.read({ query, columns: ['id'] })
  if (rows.length > most)
    throw badInput(
      'filter',
      sentence(`At most ${most} records can be changed by one request: narrow the filter.`),
    )
  return rows.map((row) => Number(row['id']))
}

/** A change whose `change` is a merge patch that was read successfully. */
interface ManyChanges {
  readonly list: string
  readonly ids: readonly number[]
  readonly change: unknown
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
}

/** How the records of a list are changed. */
export interface BulkChange<Changes> {
  readonly source: ReportedSource
  /** The changes of a merge patch; throws 400 for what it may not contain. */
  readonly read: (change: unknown) => Changes
  readonly jobs: {
    readonly most: number
    /** Has many changed in the background and returns the id of the job. */
    readonly start: (app: App, actor: Actor, job: ManyChanges) => Promise<number>
    /** Changes them now, and keeps what was changed. */
    readonly atOnce: (
      app: App,
      actor: Actor,
      job: ManyChanges,
      work: (one: App, id: number) => Promise<unknown>,
    ) => Promise<EachOutcome & { readonly jobId?: number }>
  }
  /** Changes one; with `onlyEmpty` only what has no value. */
  readonly update: (
    app: App,
    actor: Actor,
    id: number,
    asked: { readonly changes: Changes; readonly onlyEmpty: boolean },
  ) => Promise<unknown>
  /** Takes back what such a change of one has made. */
  readonly takeBack: (app: App, actor: Actor, id: number, made: Made) => Promise<unknown>
}

/** Changes one record of a list as a merge patch says, for the background, and takes such a change back. */
export const changeOneOf = <Changes>({ read, update, takeBack }: BulkChange<Changes>) =>
  Object.assign(
    (
      app: App,
      actor: Actor,
      id: number,
      { change, onlyEmpty }: { readonly change: unknown; readonly onlyEmpty: boolean },
    ): Promise<unknown> => update(app, actor, id, { changes: read(change), onlyEmpty }),
    { takeBack },
  )

/** Carries out a change of many, or says what it would do; has more than a thousand changed in the background. */
export async function changeMany<Changes>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  bulk: BulkChange<Changes>,
): Promise<Static<typeof bulkAnswer> | Static<typeof bulkStarted>> {
  const actor = actorOf(request)
  const wanted = wantedIn(request.body)
  const { change, onlyEmpty, checkOnly } = wanted
  const changes = bulk.read(change)
  const ids = await idsOf(app, actor, bulk, wanted)
  const job = { list: bulk.source.name, ids, change, onlyEmpty, checkOnly }
  if (ids.length <= mostAtOnce) {
    const outcome = await bulk.jobs.atOnce(app, actor, job, (one, id) =>
      bulk.update(one, actor, id, { changes, onlyEmpty }),
    )
    return bulkAnswerOf(outcome)
  }
  const id = await bulk.jobs.start(app, actor, job)
  reply.code(202).header('location', `/v2/jobs/${id}`)
  return { job: { id, total: ids.length } }
}

/** The changes of what has no value yet. */
export const ofEmpty = <Changes extends object>(changes: Changes, record: object): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name]) => isEmpty((record as Readonly<Record<string, unknown>>)[name])),
  ) as Changes
