// The names of what events refer to, as far as the reader may know them: people, teams, types, records, files and
// custom fields.
import { kinds, type RecordKindName } from '../records/kinds.ts'
import { sql } from 'kysely'
import { filesVisibleTo } from '../files/access.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { recordsByIds } from '../records/lists/named-records.ts'

/** Something by its kind, organisation and id: ids of records are unique in an organisation only. */
export interface Reference {
  readonly kind: 'user' | 'team' | 'template' | 'category' | RecordKindName | 'file' | 'client' | 'department'
  readonly organisationId: number
  readonly id: string | number
}

const keyOf = ({ kind, organisationId, id }: Reference) =>
  kind === 'user' || kind === 'client' ? `${kind} ${id}` : `${kind} ${organisationId} ${id}`

/** Finds the name of something that was among the references; undefined for what is unknown, or not to be known. */
export type NameOf = (reference: Reference) => string | undefined

interface NameRow {
  readonly organisation_id: number
  readonly id: string | number
  readonly name: string
}

const tables = {
  team: 'teams',
  template: 'contract_templates',
  category: 'matter_categories',
  department: 'departments',
} as const

/** Reads the names of all references, in one query for each kind that there are any of. */
export async function readNames(
  app: Pick<App, 'subjects'>,
  db: Reader,
  actor: Actor,
  references: readonly Reference[],
): Promise<NameOf> {
  const names = new Map<string, string>()
  const byKind = [...Map.groupBy(references, ({ kind }) => kind)]
  await Promise.all(
    byKind.map(async ([kind, some]) => {
      const rows = await rowsOf(app, db, actor, { kind, ids: [...new Set(some.map(({ id }) => id))] })
      for (const row of rows)
        names.set(keyOf({ kind, organisationId: row.organisation_id, id: row.id }), row.name)
    }),
  )
  return (reference) => names.get(keyOf(reference))
}

interface Wanted {
  readonly kind: Reference['kind']
  readonly ids: readonly (string | number)[]
}

function rowsOf(
  app: Pick<App, 'subjects'>,
  db: Reader,
  actor: Actor,
  { kind, ids }: Wanted,
): Promise<readonly NameRow[]> {
  const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id))
  const those = (column: string) => among(column, numbers)
  if (isRecordKind(kind)) return namesOfRecords(db, actor, kind, numbers)
  switch (kind) {
    case 'user':
      return db
        .selectFrom('users')
        .where(sql<boolean>`users.id = any(${ids.filter(isUuid)}::uuid[])`)
        .select(['organisation_id', 'id', sql<string>`first_name || ' ' || last_name`.as('name')])
        .execute()
    case 'client':
      return db
        .selectFrom('oauth_clients')
        .where(those('id'))
        .select(['organisation_id', 'id', 'name'])
        .execute()
    case 'file':
      return filesVisibleTo(app, db, actor)
        .where(those('files.id'))
        .select(['files.organisation_id', 'files.id', 'files.name'])
        .execute()
    default:
      return db
        .selectFrom(tables[kind])
        .where('organisation_id', 'in', [...actor.organisationIds])
        .where(those('id'))
        .select(['organisation_id', 'id', 'name'])
        .execute()
  }
}

const among = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

async function namesOfRecords(
  db: Reader,
  actor: Actor,
  kind: RecordKindName,
  ids: readonly number[],
): Promise<readonly NameRow[]> {
  const columns = { name: sql.ref<string>(`${kinds[kind].many}.name`) }
  const rows = await recordsByIds(recordKinds[kind], { db, actor }, { ids, columns })
  return rows.map(({ organisationId, ...row }) => ({ ...row, organisation_id: organisationId }))
}

const isRecordKind = (kind: Reference['kind']): kind is RecordKindName => Object.hasOwn(kinds, kind)

const isUuid = (id: string | number): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
