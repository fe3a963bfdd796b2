// The mark of a restore that is under way: a table of its own, so that it is there before all others. A server does not start
// on a database that has it.
import type pg from 'pg'

/** `begun`: the rows may not be there; `loaded`: they are, files and the rest may be missing. */
export type RestoreStage = 'begun' | 'loaded'

export interface RestoreMark {
  readonly backup: string
  readonly stage: RestoreStage
}

/** The mark; undefined where no restore is under way. */
export async function findRestoreMark(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<RestoreMark | undefined> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('public.restore_under_way') is not null as there`,
  )
  if (!there[0]?.there) return undefined
  const { rows } = await client.query<RestoreMark>('select backup, stage from restore_under_way')
  return rows[0] ?? { backup: '', stage: 'begun' }
}

/** Sets the mark, in place of one that is there. */
export async function markRestore(client: Pick<pg.ClientBase, 'query'>, mark: RestoreMark): Promise<void> {
  await client.query(
    'create table if not exists restore_under_way (backup text not null, stage text not null)',
  )
  await client.query('delete from restore_under_way')
  await client.query('insert into restore_under_way (backup, stage) values ($1, $2)', [
    mark.backup,
    mark.stage,
  ])
}

/** Takes the mark away: the restore is done. */
export async function unmarkRestore(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('drop table if exists restore_under_way')
}

/** Throws where a restore has begun and has not come to its end. */
export async function refuseHalfRestored(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const mark = await findRestoreMark(client)
  if (mark) {
    throw new Error(
      `The restore of the backup ${mark.backup} into this database has not been finished. Run it again: npx chancery backup restore`,
    )
  }
}
