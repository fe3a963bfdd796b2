// Copies of what lists show of people and teams.
import { sql } from 'kysely'
import { copiedById, copiedOf } from '../../platform/lists/copied-column.ts'
import { fullNameSql } from './full-name-sql.ts'

/** People by id. */
export const shownPeople = copiedById('users', 'uuid', {
  email: sql.ref('r.email'),
  firstName: sql.ref('r.first_name'),
  lastName: sql.ref('r.last_name'),
  organisationId: sql.ref('r.organisation_id'),
  name: sql`r.first_name || ' ' || r.last_name`,
  fullName: fullNameSql('r'),
  person: sql`(select row_to_json(o) from (select r.id, r.email, r.first_name as "firstName", r.last_name as "lastName",
    r.organisation_id as "organizationId") o)`,
})

/** Teams by organisation and id. */
export const shownTeams = copiedOf('teams', { name: sql.ref('r.name') })
