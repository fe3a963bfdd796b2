// When people are reminded: in the morning of their organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'

// nobody is reminded at midnight
const fromHour = 7

/** An organisation where it is late enough to remind people, and its day. */
export interface ReminderDay {
  readonly organisationId: number
  readonly day: string
}

/** The organisations where the working day has begun. */
export async function reminderDays(app: App): Promise<readonly ReminderDay[]> {
  const now = app.clock.now()
  const { rows } = await sql<ReminderDay>`
    select id as "organisationId", to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from organisations
    where extract(hour from ${now}::timestamptz at time zone time_zone) >= ${fromHour}`.execute(app.db)
  return rows
}
