// v2 of the days on which your organisation works.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type Server } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { readLocalTime } from '../../../platform/time/local-time.ts'
import { type CalendarChanges, mostHolidays, setWorkingCalendar } from '../commands/set-working-calendar.ts'
import { type Holiday, readWorkingCalendar, type Weekday, weekdays } from '../working-calendar.ts'

const days = Type.Array(Type.Enum([...weekdays]), { minItems: 1, maxItems: 7 })
const holidays = Type.Array(
  Type.Object({
    date: Type.String({ format: 'date' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  { maxItems: mostHolidays },
)
const example = {
  workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'] as Weekday[],
  holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
}
const calendarSchema = Type.Object({ workingDays: days, holidays }, { examples: [example] })
const changesSchema = Type.Object(
  { workingDays: Type.Optional(days), holidays: Type.Optional(holidays) },
  { additionalProperties: false },
)

function changesFromV2(body: unknown): CalendarChanges {
  const properties = propertiesOf(body, ['workingDays', 'holidays'])
  const { workingDays, holidays: off } = properties
  return {
    ...(workingDays === undefined ? {} : { workingDays: weekdaysFrom(workingDays) }),
    ...(off === undefined ? {} : { holidays: holidaysFrom(off) }),
  }
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
      'Its working days and its holidays: what is promised or due in working days is counted in these. Monday to Friday until it is set.',
    returns: calendarSchema,
    handler: async (request, reply) => {
      const {
        version,
        workingDays,
        holidays: off,
      } = await readWorkingCalendar(app.db, actorOf(request).organisationId)
      reply.header('etag', etagOf(version))
      return { workingDays: [...workingDays], holidays: off.map((day) => ({ ...day })) }
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
      'Working days and holidays are each replaced as a whole; what was promised keeps its day. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const changes = changesFromV2(request.body)
      const version = await setWorkingCalendar(app, actorOf(request), changes, { checkVersion })
      reply.header('etag', etagOf(version))
    },
  })
}
