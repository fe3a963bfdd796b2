// The names of the custom fields that are on forms.
import { sql } from 'kysely'
import { fieldsVisibleTo } from './access.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'

const most = 80

/** The names of the custom fields on these forms of all types, in the order of their titles. */
export async function namesOnForms(
  db: Reader,
  actor: Actor,
  forms: readonly string[],
): Promise<readonly string[]> {
  const rows = await fieldsVisibleTo(db, actor)
    .where('fields.entity_column', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from form_parts p where p.organisation_id = fields.organisation_id
        and p.field_id = fields.id and p.form = any(${[...forms]}::text[]))`,
    )
    .orderBy(sql`lower(fields.title) collate "C"`)
    .orderBy('fields.id')
    .limit(most)
    .select('fields.api_name as name')
    .execute()
  return [...new Set(rows.map(({ name }) => name.toLowerCase()))]
}
