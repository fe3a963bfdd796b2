// The people of the demo as whom lists and bodies are read.
import type { App } from '../../server/platform/app.ts'
import { isFull } from '../repetitions.ts'

/**
 * Everybody active with `npm run test:release`; usually one of those who have the same rights and belong to the same
 * teams.
 */
export async function peopleOfDemo({ database }: App): Promise<readonly { id: string; email: string }[]> {
  const { rows } = await database.pool.query<{ id: string; email: string; alike: string }>(
    `select id, email, concat_ws('|', organisation_id, role, permissions, groups,
       (select array_agg(team_id order by team_id) from team_members t where t.user_id = u.id)) as alike
     from users u where status = 'Active' order by email`,
  )
  return isFull ? rows : [...new Map(rows.map((row) => [row.alike, row])).values()]
}
