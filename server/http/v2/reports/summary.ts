// Lists counted by groups, with sums: what groupBy and measure name, and the answer.
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, sentence } from '../../../platform/errors.ts'
import {
  ageBands,
  type GroupKey,
  type GroupRow,
  type GroupsAsked,
} from '../../../platform/lists/group-rows.ts'
import { columnOf, type Filter } from '../../../platform/lists/list-query.ts'
import { readList } from '../../../platform/lists/read-list.ts'
import { nearestNames } from '../../../platform/nearest-names.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { actorOf } from '../../route.ts'
import { fieldNamesIn } from '../field-properties.ts'
import { listFromV2, listQueryOf } from '../odata.ts'
import { nullable } from '../references.wire.ts'
import { valuedNames } from './report-columns.ts'
import type { ReportedList, ReportedSource } from './reported-list.ts'

const mostGroups = 1_000
const { $filter } = listQueryOf().properties as Readonly<Record<string, Type.TSchema>>

const summaryAnswer = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        keys: Type.Array(
          Type.Object({
            property: Type.String(),
            value: nullable<string>('string'),
            label: nullable<string>('string'),
          }),
        ),
        count: Type.Integer(),
        sums: Type.Array(Type.Object({ currency: nullable<string>('string'), amount: Type.Number() })),
      }),
    ),
    complete: Type.Boolean({ description: `Whether these are all groups: there are ${mostGroups} at most.` }),
    asOf: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Summary',
    examples: [
      {
        groups: [
          {
            keys: [
              { property: 'Status', value: 'Posted', label: 'Posted' },
              { property: 'InvoiceDate', value: '2026-05', label: '2026-05' },
            ],
            count: 12,
            sums: [{ currency: 'EUR', amount: 48_200.5 }],
          },
        ],
        complete: true,
        asOf: '2026-05-06T09:00:00.000Z',
      },
    ],
  },
)

/** The schema of a summary. */
export const summarySchema = (what: string) => ({
  summary: `Count ${what} by groups`,
  description:
    'The number of those that you see and the filter finds, and the sum of a property, by up to two properties. Dates are put together by month, and by age as age(Created/DateUtc); sums are by currency where there are several.',
  querystring: Type.Object({
    ...($filter ? { $filter } : {}),
    groupBy: Type.Optional(
      Type.String({ description: 'Up to two properties, such as Status,age(Created/DateUtc).' }),
    ),
    measure: Type.Optional(
      Type.String({ description: 'A number that is added up, such as Total or Fields/value.' }),
    ),
  }),
  response: { 200: summaryAnswer },
})

/** Answers how many of the list there are, by groups. */
export const summariseList = (
  app: App,
  request: FastifyRequest,
  source: ReportedSource,
): Promise<Static<typeof summaryAnswer>> =>
  readList(app, { demanding: true, together: true }, (reading) => summarise(reading, request, source))

async function summarise(
  app: App,
  request: FastifyRequest,
  source: ReportedSource,
): Promise<Static<typeof summaryAnswer>> {
  const actor = actorOf(request)
  const { groupBy, measure } = request.query as { readonly groupBy?: unknown; readonly measure?: unknown }
  const written = namesIn('groupBy', groupBy)
  const measured = namesIn('measure', measure)
  if (written.length > 2) throw badInput('groupBy', 'must be two properties at most.')
  if (measured.length > 1) throw badInput('measure', 'must be one property.')
  const fields = [...written, ...measured].flatMap((path) => /\bfields\/([^/)]+)/i.exec(path)?.[1] ?? [])
  const list = await source.open(app, actor, { named: [...fieldNamesIn(request), ...fields], all: false })
  const { query } = await listFromV2(app, request, list.resource)
  return countGroups(app, actor, list, { filter: query.filter, groupBy: written, measure: measured[0] })
}

interface Counting {
  readonly filter: Filter | null
  /** Properties by their paths, as `groupBy` has them. */
  readonly groupBy: readonly string[]
  readonly measure?: string | undefined
}

/** Counts what of the list the filter finds, by groups; 400 for a property that it cannot be grouped by. */
export async function countGroups(
  app: Pick<App, 'db' | 'clock'>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  list: ReportedList,
  { filter, groupBy, measure }: Counting,
): Promise<Static<typeof summaryAnswer>> {
  const keys = groupBy.map((path) => keyIn(list, path))
  const sum = measure === undefined ? undefined : measureIn(list, measure)
  const rows = await list.groups?.({
    filter,
    keys: keys.map(({ key }) => key),
    measure: sum,
    timeZone: await timeZoneOf(app.db, organisationId),
    now: app.clock.now(),
    most: mostGroups + 1,
  })
  const found = rows ?? []
  return {
    groups: groupsOf(found.slice(0, mostGroups), keys, sum !== undefined),
    complete: found.length <= mostGroups,
    asOf: app.clock.now().toISOString(),
  }
}

function namesIn(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === '') return []
  if (typeof value !== 'string') throw badInput(name, 'may be given only once.')
  return value.split(',').map((each) => each.trim())
}

interface Key {
  readonly path: string
  readonly key: GroupKey
}

function keyIn(list: ReportedList, written: string): Key {
  const { properties, catalogue } = list.resource
  const [, aged] = /^age\(([^()]+)\)$/i.exec(written) ?? []
  const path = aged?.trim() ?? written
  const field = fieldColumn(list, path)
  const known = Object.keys(properties).find((each) => each.toLowerCase() === path.toLowerCase())
  const column = field ?? (known === undefined ? undefined : properties[known]?.column)
  const isThing = field === undefined && known !== undefined && properties[known]?.isThing === true
  if (column === undefined || isThing) throw unknown(list, 'groupBy', path)
  const { kind } = columnOf(catalogue, column)
  const isTime = kind === 'date' || kind === 'local' || kind === 'moment'
  if (aged !== undefined && !isTime)
    throw badInput('groupBy', sentence(`${path} has no age: it is not a date.`))
  const as = aged === undefined ? (isTime ? 'month' : 'value') : 'age'
  return {
    path: written,
    key: { column, as, labels: field !== undefined || known === undefined ? [] : labelsOf(list, known) },
  }
}

/** Custom fields are put together by what people read. */
function fieldColumn({ fields }: ReportedList, path: string): string | undefined {
  const name = /^fields\/([^/]+)$/i.exec(path)?.[1]?.toLowerCase()
  const field = fields.find((each) => each.name === name)
  return field && `fields/${field.name}/shown`
}

/** `Owner/Id` is read as the name of the owner, `Type/Id` as that of the type. */
function labelsOf({ resource: { properties } }: ReportedList, path: string): readonly string[] {
  const { labels } = properties[path] ?? {}
  if (labels !== undefined) return labels
  if (!path.endsWith('/Id')) return []
  const beside = (names: readonly string[]) => {
    const columns = names.map((name) => properties[`${path.slice(0, -2)}${name}`]?.column)
    return columns.every((column) => column !== undefined) ? columns : []
  }
  const name = beside(['Name'])
  return name.length > 0 ? name : beside(['FirstName', 'LastName'])
}

/** The column to add up, and that of its currency: of all amounts of a list, or of this one. */
function measureIn(list: ReportedList, path: string): NonNullable<GroupsAsked['measure']> {
  const { properties, catalogue } = list.resource
  const field = fieldColumn(list, path)
  const known = Object.entries(properties).find(([each]) => each.toLowerCase() === path.toLowerCase())
  const column = field ?? known?.[1].column
  if (column === undefined) throw unknown(list, 'measure', path)
  const { kind } = columnOf(catalogue, column)
  if (kind !== 'number' && !(kind === 'integer' && !/\bid$/i.test(path)))
    throw badInput('measure', sentence(`${path} cannot be added up: it is not an amount.`))
  return { column, currency: known?.[1].currency ?? properties['Currency']?.column }
}

function unknown({ resource: { properties } }: ReportedList, name: string, path: string) {
  const near = nearestNames(path, valuedNames(properties), 5)
  const similar = near.length > 0 ? ` Similar: ${near.join(', ')}.` : ''
  return badInput(
    name,
    sentence(`There is no property ${JSON.stringify(path.slice(0, 100))} to use here.${similar}`),
  )
}

/** Rows of several currencies are one group. */
function groupsOf(rows: readonly GroupRow[], keys: readonly Key[], isMeasured: boolean) {
  const groups = [...Map.groupBy(rows, (row) => JSON.stringify(row.keys)).values()]
  return groups
    .map((some) => ({
      keys: keys.map(({ path, key }, index) => {
        const value = some[0]?.keys[index] ?? null
        return { property: path, value, label: some[0]?.labels[index] ?? labelOf(value, key) }
      }),
      count: some.reduce((sum, { count }) => sum + count, 0),
      sums: isMeasured
        ? some.flatMap(({ currency, sum }) => (sum === null ? [] : [{ currency, amount: Number(sum) }]))
        : [],
    }))
    .toSorted((a, b) => b.count - a.count)
}

function labelOf(value: string | null, { as }: GroupKey): string | null {
  if (as !== 'age' || value === null) return value
  if (value === 'future') return 'In the future'
  if (value === 'older') return `More than ${ageBands.at(-1)} days`
  const before = ageBands[ageBands.findIndex((last) => String(last) === value) - 1]
  return `${before === undefined ? 0 : before + 1} to ${value} days`
}
