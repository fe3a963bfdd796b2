// Which organisations are the demo's: those of its people, whatever they are called by now.
import type { Reader } from '../../platform/postgres/database.ts'
import { organisations, people } from './plans/core-records.ts'
import { staff } from './plans/staff.ts'

/**
 * The id of each organisation of the demo that exists, by its name in the plan: found by its people, or else by that
 * name.
 */
export async function findDemoOrganisations(db: Reader): Promise<ReadonlyMap<string, number>> {
  const planned = [...people, ...staff].filter((person) => !('invited' in person && person.invited))
  const rows = await db
    .selectFrom('users')
    .where(
      'email_key',
      'in',
      planned.map(({ email }) => email),
    )
    .where('joined', '=', true)
    .orderBy('created_at')
    .select(['email_key', 'organisation_id'])
    .execute()
  const byEmail = new Map(rows.map((row) => [row.email_key, row.organisation_id]))
  const found = new Map<string, number>()
  for (const { name } of organisations) {
    const id =
      planned
        .filter(({ organisation }) => organisation === name)
        .map(({ email }) => byEmail.get(email))
        .find((each) => each !== undefined) ?? (await findByName(db, name))
    if (id !== undefined) found.set(name, id)
  }
  return found
}

const findByName = async (db: Reader, name: string) =>
  (
    await db
      .selectFrom('organisations')
      .where('name', '=', name)
      .orderBy('id')
      .select('id')
      .executeTakeFirst()
  )?.id
