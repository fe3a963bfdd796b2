// The phase of a line of an invoice, by its task code.
import { sql } from 'kysely'

/** SQL: the phase of the task code of the line `l`; null without one. */
export const phaseOfLine = sql`(case when upper(l.task_code) ~ '^[BCLP][1-9][0-9][0-9]$'
  then left(upper(l.task_code), 2) || '00' end)`
