// Mailed reports in the shapes of v2.
import Type, { type Static } from 'typebox'
import {
  choiceIn,
  given,
  needed,
  neverNull,
  propertiesOf,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  nullable,
  nullableChoice,
  nullableObject,
  oneOf,
  personExample,
  textOf,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { NewMailing } from '../mailings/change-mailings.ts'
import { type MailedFormat, mailedFormats, type MailingContent } from '../mailings/mailing.ts'
import { type Schedule, type Weekday, weekdays } from '../mailings/schedule.ts'
import { readyReports } from '../report-lists.ts'
import { sourceIn } from './source.wire.ts'

const readOnly = { readOnly: true }
const moment = Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly)

const content = {
  weekday: nullableChoice(weekdays),
  monthDay: nullable<number>('integer', {
    minimum: 1,
    maximum: 31,
    description: 'For once a month. In shorter months it is the last day: 31 always is.',
  }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'By the clocks of the organisation.' }),
  format: oneOf(mailedFormats),
  paused: Type.Boolean(),
}

const source = {
  report: nullableObject(
    { id: Type.Integer(), name: Type.Optional(Type.String(readOnly)) },
    { description: 'A saved report.' },
  ),
  ready: nullable<string>('string', {
    description: 'The id of a ready-made report, in place of a saved one.',
  }),
}

export const mailingExample = {
  ready: 'spend-by-firm',
  weekday: 'Monday' as const,
  hour: 8,
  format: 'Xlsx' as const,
}

export const mailingSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    name: Type.String(readOnly),
    ...source,
    ...content,
    recipient: Type.Object(userReference),
    createdBy: Type.Object(userReference, readOnly),
    next: nullableObject({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
    lastMailed: nullableObject({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
    created: moment,
    modified: moment,
  },
  {
    title: 'MailedReport',
    examples: [
      {
        id: 3,
        name: 'Spend by firm',
        report: null,
        ...mailingExample,
        monthDay: null,
        paused: false,
        recipient: personExample,
        createdBy: personExample,
        next: { dateUtc: '2026-03-09T08:00:00.000Z' },
        lastMailed: { dateUtc: '2026-03-02T08:00:00.000Z' },
        created: { dateUtc: '2026-02-25T10:00:00.000Z' },
        modified: { dateUtc: '2026-02-25T10:00:00.000Z' },
      },
    ],
  },
)

const { hour, format, paused, ...days } = content

/** Documentation of a new and of a changed mailed report. */
export const newMailingSchema = Type.Object(
  {
    ...source,
    ...days,
    hour,
    format: Type.Optional(format),
    paused: Type.Optional(paused),
    recipient: Type.Optional(Type.Object(userReference)),
  },
  { additionalProperties: false },
)
export const mailingChangesSchema = Type.Partial(Type.Object(content, { additionalProperties: false }))

/** What lists of mailed reports can be filtered and sorted by. */
export const mailingProperties: Properties = {
  Id: sorted('id'),
  'Report/Id': filtered('reportId'),
  'Report/Name': sorted('reportName'),
  Ready: filtered('ready'),
  Weekday: filtered('weekday'),
  MonthDay: filtered('monthDay'),
  Hour: filtered('hour'),
  Format: filtered('format'),
  Paused: filtered('paused'),
  ...userProperties('Recipient', 'recipient'),
  ...userProperties('CreatedBy', 'creator'),
  'Next/DateUtc': sorted('nextAt'),
  'LastMailed/DateUtc': sorted('mailedAt'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const contentNames = Object.keys(content)
const readOnlyNames = ['id', 'name', 'createdBy', 'next', 'lastMailed', 'created', 'modified']

/** The changes of a merge patch: what is mailed and to whom stays as it is. */
export function mailingChangesFromV2(body: unknown): Partial<MailingContent> {
  const properties = propertiesOf(body, contentNames, [...readOnlyNames, 'report', 'ready', 'recipient'])
  const weekday = properties['weekday'] === null ? null : choiceIn(properties, 'weekday', weekdays)
  return {
    ...given({
      weekday,
      monthDay: wholeIn(properties, 'monthDay', 31),
      hour: neverNull('hour', wholeIn(properties, 'hour', 23, 0)),
      format: choiceIn(properties, 'format', mailedFormats),
      paused: truthIn(properties, 'paused'),
    }),
  }
}

function wholeIn(
  properties: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
  least = 1,
): number | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw badInput(name, `must be a whole number from ${least} to ${most}.`)
}

/**
 * What a mailed report is after its changes. A weekday takes the place of a day of the month and the other way round;
 * 400 for both and for neither.
 */
export function changedMailing<Before extends MailingContent>(
  before: Before,
  changes: Partial<MailingContent>,
): Before {
  const after = { ...before, ...changes }
  if (changes.weekday && changes.monthDay === undefined) return checked({ ...after, monthDay: null })
  if (changes.monthDay && changes.weekday === undefined) return checked({ ...after, weekday: null })
  return checked(after)
}

function checked<Content extends Schedule>(given: Content): Content {
  if ((given.weekday === null) === (given.monthDay === null))
    throw badInput('weekday', 'must be given or monthDay: one of both.')
  return given
}

/** A new mailed report: as a table of a spreadsheet, to the caller, unless it says otherwise. */
export function newMailingFromV2(body: unknown, { userId }: Actor): NewMailing {
  const { report, ready, recipient, ...rest } = propertiesOf(
    body,
    [...contentNames, 'report', 'ready', 'recipient'],
    readOnlyNames,
  )
  const changes = mailingChangesFromV2(rest)
  const usual: MailingContent = {
    weekday: null,
    monthDay: null,
    hour: needed('hour', changes.hour),
    format: 'Xlsx',
    paused: false,
  }
  return {
    ...changedMailing(usual, changes),
    source: sourceIn({ report, ready }),
    recipientId: neverNull('recipient', userIdIn({ recipient }, 'recipient')) ?? userId,
  }
}

const dateIn = (row: ListedRow, name: string) => {
  const value = row[name]
  return value instanceof Date ? { dateUtc: value.toISOString() } : null
}

/** A mailed report. */
export function mailingToV2(row: ListedRow): Static<typeof mailingSchema> {
  const reportId = row['reportId']
  const ready = typeof row['ready'] === 'string' ? row['ready'] : null
  const name = readyReports.find(({ id }) => id === ready)?.name ?? ready
  const creator = userToV2(row, 'creator')
  return {
    id: Number(row['id']),
    name: name ?? textOf(row, 'reportName'),
    report: typeof reportId === 'number' ? { id: reportId, name: textOf(row, 'reportName') } : null,
    ready,
    weekday: (row['weekday'] ?? null) as Weekday | null,
    monthDay: (row['monthDay'] ?? null) as number | null,
    hour: Number(row['hour']),
    format: row['format'] as MailedFormat,
    paused: row['paused'] === true,
    recipient: userToV2(row, 'recipient') as Static<typeof mailingSchema>['recipient'],
    createdBy: creator as Static<typeof mailingSchema>['createdBy'],
    next: dateIn(row, 'nextAt'),
    lastMailed: dateIn(row, 'mailedAt'),
    created: { dateUtc: (row['createdAt'] as Date).toISOString() },
    modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
  }
}
