// v2 of the days on which your organisation works.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type Server } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { inside, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { readLocalTime } from '../../../platform/time/local-time.ts'
import { type CalendarChanges, mostHolidays, setWorkingCalendar } from '../commands/set-working-calendar.ts'
import {
  type Holiday,
  readWorkingCalendar,
  type Weekday,
  weekdays,
  type WorkingHours,
} from '../working-calendar.ts'

const days = Type.Array(Type.Enum([...weekdays]), { minItems: 1, maxItems: 7 })
const holidays = Type.Array(
  Type.Object({
    date: Type.String({ format: 'date' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  { maxItems: mostHolidays },
)
const time = Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]$' })
const hours = Type.Object({ from: time, to: time }, { additionalProperties: false })
const example = {
  workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'] as Weekday[],
  workingHours: { from: '09:00', to: '17:30' },
  holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
}
const calendarSchema = Type.Object(
  { workingDays: days, workingHours: hours, holidays },
  { examples: [example] },
)
const changesSchema = Type.Object(
  {
    workingDays: Type.Optional(days),
    workingHours: Type.Optional(hours),
    holidays: Type.Optional(holidays),
  },
  { additionalProperties: false },
)

function changesFromV2(body: unknown): CalendarChanges {
  const properties = propertiesOf(body, ['workingDays', 'workingHours', 'holidays'])
  const { workingDays, workingHours, holidays: off } = properties
  return {
    ...(workingDays === undefined ? {} : { workingDays: weekdaysFrom(workingDays) }),
    ...(workingHours === undefined ? {} : { workingHours: hoursFrom(workingHours) }),
    ...(off === undefined ? {} : { holidays: holidaysFrom(off) }),
  }
}

function hoursFrom(value: unknown): WorkingHours {
  const wrong = () => badInput('workingHours', 'must be two times such as {"from": "09:00", "to": "17:30"}.')
  if (typeof value !== 'object' || value === null) throw wrong()
  const { from, to } = inside('workingHours', () => propertiesOf(value, ['from', 'to']))
  if (typeof from === 'string' && typeof to === 'string') return { from, to }
  throw wrong()
}

const isWeekday = (value: unknown): value is Weekday => weekdays.some((day) => day === value)

function weekdaysFrom(value: unknown): readonly Weekday[] {
  if (Array.isArray(value) && value.length <= weekdays.length && value.every(isWeekday)) return value
  throw badInput('workingDays', `must be a list of ${weekdays.join(', ')}.`)
}

function holidaysFrom(value: unknown): readonly Holiday[] {
  if (!Array.isArray(value) || value.length > mostHolidays)
    throw badInput('holidays', `must be a list of ${mostHolidays} days at most.`)
  return value.map((each: unknown, index) => {
    const path = `holidays[${index}]`
    if (typeof each !== 'object' || each === null)
      throw badInput(
        path,
        'must be a day with its name, such as {"date": "2026-12-25", "name": "Christmas Day"}.',
      )
    const given = propertiesOf(each, ['date', 'name'])
    const { date } = given
    if (typeof date !== 'string' || date.length !== 10 || readLocalTime(date) === undefined)
      throw badInput(`${path}.date`, 'must be a day such as 2026-12-25.')
    return { date, name: textIn(given, 'name', { longest: 100 }) ?? '' }
  })
}

/** Adds the routes of the working calendar, which belong to those of organisations. */
export function addWorkingCalendarRoutes(server: Server, app: App): void {
  onGet(server, '/v2/workingCalendar', {
    config: { access: { right: 'use' } },
    summary: 'Get the working calendar of your organisation',
    description:
      'Its working days, its hours on them, and its holidays: what is promised or due in working days or hours is counted in these. Monday to Friday from 09:00 to 17:00 until it is set, in the time zone of the organisation.',
    returns: calendarSchema,
    handler: async (request, reply) => {
      const {
        version,
        workingDays,
        workingHours,
        holidays: off,
      } = await readWorkingCalendar(app.db, actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return { workingDays: [...workingDays], workingHours, holidays: off.map((day) => ({ ...day })) }
    },
  })

  onPatch(server, '/v2/workingCalendar', {
    config: {
      access: { right: 'administer' },
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(changesSchema, example),
    },
    summary: 'Set the working calendar of your organisation',
    description:
      'Working days, hours and holidays are each replaced as a whole; what was promised keeps its day and hour. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const changes = changesFromV2(request.body)
      const version = await setWorkingCalendar(app, actorOf(request), changes, { checkVersion })
      reply.header('etag', etagOf(version))
    },
  })
}
