// v2 of deleted records: what is in the bin, back from it, out of it for good; and of legal holds, which keep records
// from it.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  createdExample,
  auditedByUser,
  auditedToV2,
  doneBy,
  nullable,
  nullableObject,
  personExample,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import { notFound } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { peopleByIds, type ShownPerson } from '../../identity/users/people-on-records.ts'
import { getToSee } from '../access.ts'
import { binRows, rightsInBin } from '../bin.ts'
import { restoreRecord } from '../commands/delete-record.ts'
import { type PurgedKind, purgeRecord } from '../commands/purge-record.ts'
import { setLegalHold } from '../commands/set-legal-hold.ts'
import { findLegalHold, type LegalHold } from '../legal-hold.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import { rightToV2 } from './rights.wire.ts'

const pathsOf = ({ names: { one, many } }: Pick<AnyKind, 'names'>) => ({
  hold: `/v2/${many}/:${one}Id/hold`,
  bin: `/v2/bin/${many}`,
  entry: `/v2/bin/${many}/:${one}Id`,
  restore: `/v2/bin/${many}/:${one}Id/restore`,
})

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    name: nullable<string>('string', {
      description: 'Null for a restricted one of which the caller is no member.',
    }),
    restricted: Type.Boolean(),
    owner: nullableObject(userReference),
    deleted: nullableObject(auditedByUser),
    purged: Type.Object(
      { dateUtc: Type.String({ format: 'date-time' }) },
      { description: 'When it is deleted permanently.' },
    ),
    can: Type.Object({
      rights: Type.Array(Type.String(), { description: 'By the names of the table in docs/access.md.' }),
    }),
  },
  {
    title: 'BinnedRecord',
    examples: [
      {
        id: 17,
        name: 'Harbour lease',
        restricted: false,
        owner: personExample,
        deleted: createdExample,
        purged: { dateUtc: '2026-04-01T09:00:00.000Z' },
        can: { rights: ['restore'] },
      },
    ],
  },
)

const columns = [
  'id',
  'name',
  'restricted',
  ...userColumns('owner'),
  'deletedAt',
  ...userColumns('deletedBy'),
  'purgedAt',
  ...rightsInBin,
]

/** What the bin of records can be filtered and sorted by. */
export const recordBinProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Restricted: filtered('restricted'),
  ...userProperties('Owner', 'owner'),
  'Deleted/DateUtc': sorted('deletedAt'),
  ...userProperties('Deleted/User', 'deletedBy'),
  'Purged/DateUtc': sorted('purgedAt'),
}

const entryToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: (row['name'] as string | null) ?? null,
  restricted: row['restricted'] === true,
  owner: userToV2(row, 'owner'),
  deleted: auditedToV2(row, 'deleted'),
  purged: { dateUtc: row['purgedAt'] instanceof Date ? row['purgedAt'].toISOString() : '' },
  can: { rights: rightsInBin.filter((name) => row[name] === true).map(rightToV2) },
})

type Kind<DB, TB extends string, R extends RecordBase> = RecordKind<DB, TB, R>

/** The routes that list, restore and purge deleted records of a kind, and hold others. */
export const recordBinRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: Kind<DB, TB, R>,
    purged: PurgedKind,
  ): RouteModule =>
  (server, app) => {
    entryRoutes(kind)(server, app)
    wayOutRoutes(kind, purged)(server, app)
    holdRoutes(kind)(server, app)
  }

const entryRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: Kind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const paths = pathsOf(kind)
    const entry = idsIn(paths.entry)
    onList(server, app, paths.bin, {
      config: use,
      summary: `List the ${many} in the bin`,
      description: `Administrators find all of their organisation, everybody what they have deleted themselves within a day.`,
      item: entrySchema,
      properties: recordBinProperties,
      columns,
      rows: (reading, actor) => binRows(kind, reading, actor),
      toV2: entryToV2,
    })
    onGet(server, paths.entry, {
      config: use,
      summary: `Get a ${one} in the bin`,
      description: 'Who deleted it, and when it is deleted permanently.',
      returns: entrySchema,
      handler: async (request) =>
        entryToV2(await binRows(kind, app, actorOf(request)).get(entry.idOf(request), columns)),
    })
  }

const wayOutRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: Kind<DB, TB, R>,
    purged: PurgedKind,
  ): RouteModule =>
  (server, app) => {
    const { one } = kind.names
    const paths = pathsOf(kind)
    const [entry, restoring] = [idsIn(paths.entry), idsIn(paths.restore)]
    onPost(server, paths.restore, {
      config: use,
      summary: `Restore a ${one}`,
      description: `As it was, with everything on it. For administrators, and within a day for who deleted it. You become its owner if nobody of your organisation could open it otherwise.`,
      params: restoring.params,
      handler: (request) => restoreRecord(kind, app, actorOf(request), restoring.idOf(request)),
    })
    onDelete(server, paths.entry, {
      config: { ...administer, act: 'purges' },
      summary: `Purge a ${one}`,
      description: `Deletes it permanently, with everything on it. The history keeps a certificate: what, when, by whom, and the hashes of its contents.`,
      handler: (request) => purgeRecord(purged, app, actorOf(request), { id: entry.idOf(request) }),
    })
  }

const reason = Type.String({ minLength: 1, maxLength: 1_000 })
const holdSchema = Type.Object(
  { reason, set: Type.Object(auditedByUser) },
  {
    title: 'LegalHold',
    examples: [
      {
        reason: 'Investigation 2026/14',
        set: { dateUtc: '2026-03-02T09:00:00.000Z', userName: 'Ana Prior', user: personExample },
      },
    ],
  },
)

const holdToV2 = ({ reason, at }: LegalHold, by: ShownPerson | undefined) => ({
  reason,
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

const holdRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: Kind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one } = kind.names
    const path = pathsOf(kind).hold
    const ids = idsIn(path)
    onGet(server, path, {
      config: use,
      summary: `Get the legal hold of a ${one}`,
      description: `For everybody who sees the ${one}; 404 when it is under none.`,
      returns: holdSchema,
      handler: async (request) => {
        const record = await getToSee(kind, app.db, actorOf(request), ids.idOf(request))
        const hold = await findLegalHold(kind, app.db, record)
        if (!hold) throw notFound()
        return holdToV2(hold, (await peopleByIds(app.db, [hold.by])).get(hold.by))
      },
    })
    onPut(server, path, {
      config: {
        ...administer,
        documentedBodies: jsonBody(Type.Object({ reason }, { additionalProperties: false }), {
          reason: 'Investigation 2026/14',
        }),
      },
      summary: `Put a ${one} under a legal hold`,
      description: `Until it ends, nothing on the ${one} is deleted, purged, cleared or moved away: 409. Adding and changing go on.`,
      handler: async (request) => {
        const given = textIn(propertiesOf(request.body, ['reason'], ['set']), 'reason', { longest: 1_000 })
        await setLegalHold(kind, app, actorOf(request), { id: ids.idOf(request), reason: given ?? '' })
      },
    })
    onDelete(server, path, {
      config: administer,
      summary: `End the legal hold of a ${one}`,
      description: 'Nothing happens when it is under none.',
      handler: (request) =>
        setLegalHold(kind, app, actorOf(request), { id: ids.idOf(request), reason: null }),
    })
  }
