// Copies of what lists show of organisations.
import { sql } from 'kysely'
import { copiedById } from '../../platform/lists/copied-column.ts'

/** Organisations by id. */
export const shownOrganisations = copiedById('organisations', 'bigint', { name: sql.ref('r.name') })
