// The records that threads belong to, as the reader may currently see them.
import { kinds, type RecordKindName } from '../records/kinds.ts'
import { seenStageSql } from '../contracts/seen-stage.ts'
import { contractsVisibleTo } from '../contracts/access.ts'
import { getFileDetails } from '../files/read-file.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { seenStateSql } from '../matters/lateness.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { AppError } from '../platform/errors.ts'
import type { MailRecord } from './thread.ts'

interface ShownMatter {
  readonly number: string
  readonly name: string
  readonly status: string
}

interface ShownContract {
  readonly name: string
  readonly status: string
}

/** A record as its reader sees it; absent if they may not see it or it no longer exists. */
export interface RecordView {
  readonly matter: ShownMatter | undefined
  readonly contract: ShownContract | undefined
  readonly filePath: string | undefined
}

/** Reads all records at once and returns a look-up of their views. */
export async function readRecords(
  app: App,
  actor: Actor,
  records: readonly MailRecord[],
): Promise<(record: MailRecord) => RecordView> {
  const idsOf = (kind: MailRecord['kind']) => [
    ...new Set(records.filter((record) => record.kind === kind).map(({ id }) => id)),
  ]
  const fileIds = [...new Set(records.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])))]
  const [matters, contracts, paths] = await Promise.all([
    readMatters(app, actor, idsOf(kinds.matter.one)),
    readContracts(app, actor, idsOf(kinds.contract.one)),
    Promise.all(
      fileIds.map(async (id): Promise<[number, string | undefined]> => [id, await pathOf(app, actor, id)]),
    ),
  ])
  const filePaths = new Map(paths)
  const shown = {
    matter: (id) => ({ matter: matters.get(id), contract: undefined }),
    contract: (id) => ({ matter: undefined, contract: contracts.get(id) }),
  } satisfies Readonly<Record<RecordKindName, (id: number) => Omit<RecordView, 'filePath'>>>
  return ({ kind, id, fileId }) => ({
    ...shown[kind](id),
    filePath: fileId === null ? undefined : filePaths.get(fileId),
  })
}

async function readMatters({ db, config, clock }: App, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ShownMatter>()
  const rows = await mattersVisibleTo(db, actor)
    .where('matters.id', 'in', [...ids])
    .select(['matters.id', 'matters.organisation_id', 'matters.number', 'matters.name'])
    .select(seenStateSql(clock.now()).as('status'))
    .execute()
  return new Map(
    rows.map(({ id, number, organisation_id, ...row }): [number, ShownMatter] => [
      id,
      { ...row, number: matterNumberText(config.displayIdPrefix, organisation_id, number) },
    ]),
  )
}

async function readContracts({ db, clock }: App, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ShownContract>()
  const rows = await contractsVisibleTo(db, actor)
    .where('contracts.id', 'in', [...ids])
    .select(['contracts.id', 'contracts.name', seenStageSql(clock.now()).as('status')])
    .execute()
  return new Map(rows.map(({ id, ...row }): [number, ShownContract] => [id, row]))
}

async function pathOf(app: App, actor: Actor, fileId: number): Promise<string | undefined> {
  try {
    return (await getFileDetails(app, actor, fileId)).path
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
