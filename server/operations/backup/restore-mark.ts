// The mark of an unfinished restore: a table of its own, so that it can be created before all others. A server does not
// start on a database that has it.
import type pg from 'pg'

/** `begun`: the rows may be missing; `loaded`: the rows are loaded, files and the rest may be missing. */
type RestoreStage = 'begun' | 'loaded'

export interface RestoreMark {
  readonly backup: string
  readonly stage: RestoreStage
}

/** The mark; undefined if no restore is in progress. */
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

/** Sets the mark, replacing an existing one. */
export async function setRestoreMark(client: Pick<pg.ClientBase, 'query'>, mark: RestoreMark): Promise<void> {
  await client.query(
    'create table if not exists restore_under_way (backup text not null, stage text not null)',
  )
  await client.query('delete from restore_under_way')
  await client.query('insert into restore_under_way (backup, stage) values ($1, $2)', [
    mark.backup,
    mark.stage,
  ])
}

/** Removes the mark: the restore is complete. */
export async function clearRestoreMark(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('drop table if exists restore_under_way')
}

/** Throws if a restore was started and has not completed. */
export async function refuseUnfinishedRestore(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const mark = await findRestoreMark(client)
  if (mark) {
    throw new Error(
      `The restore of the backup ${mark.backup} into this database has not been completed. Run it again: node bin/chancery.mjs backup restore`,
    )
  }
}
