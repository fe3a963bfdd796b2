// What an organisation calls the statuses of its records: as everybody reads it, and what it may be.
import { sql } from 'kysely'
import { badInput } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import { listNumberedTypes, numberedKinds } from '../numbering/numbering.ts'
import { kinds, type RecordKindName } from '../records/kinds.ts'
import { standardStatusName, type StatusName } from '../records/status-names/status-name.ts'

export const longestStatusName = 40
export const mostStatusNames = 500

/** The kinds whose statuses can be named, each with all that are seen and their standard names. */
export const namedKinds = numberedKinds.map(({ kind }) => {
  const { status } = recordKinds[kind].list
  const statuses = status.choices.map((choice) => ({
    status: choice,
    name: standardStatusName(status, choice),
  }))
  return { kind, statuses }
})

/** The names of the types that names of statuses are for, deleted ones among them. */
export async function typesOf(
  db: Reader,
  organisationId: number,
  names: readonly StatusName[],
): Promise<(kind: RecordKindName, id: number) => string | undefined> {
  const found = new Map<string, string>()
  for (const { kind, types } of numberedKinds) {
    const ids = names.flatMap((each) => (each.kind === kind ? (each.typeId ?? []) : []))
    if (ids.length === 0) continue
    const { rows } = await sql<{ readonly id: number; readonly name: string }>`
      select id, name from ${sql.table(types)}
      where organisation_id = ${organisationId} and id = any(${ids}::bigint[])`.execute(db)
    for (const { id, name } of rows) found.set(`${kind} ${id}`, name)
  }
  return (kind, id) => found.get(`${kind} ${id}`)
}

const statusesOf = (kind: RecordKindName) => namedKinds.find((each) => each.kind === kind)?.statuses ?? []

/** As two names look the same to the person who reads them. */
const seenAs = (name: string) => name.normalize('NFKC').toLowerCase()

/** Throws 400 for names that are none, or by which two statuses of one record would look the same. */
export async function checkStatusNames(
  db: Reader,
  organisationId: number,
  { names, before }: { readonly names: readonly StatusName[]; readonly before: readonly StatusName[] },
): Promise<void> {
  const types = await listNumberedTypes(db, organisationId)
  // the names for a deleted type stand on its records, which are still there
  const known = new Set([...types.map(({ kind, id }) => `${kind} ${id}`), ...before.map(ofType)])
  const taken = new Set<string>()
  for (const [index, each] of names.entries()) {
    const wrong = (name: string, reason: string) => badInput(`names[${index}].${name}`, reason)
    if (each.typeId !== null && !known.has(ofType(each)))
      throw wrong('type', `must be a type of ${kinds[each.kind].many} that is not deleted.`)
    const key = `${ofType(each)} ${each.status}`
    if (taken.has(key)) throw wrong('status', 'has a name already, further up.')
    taken.add(key)
  }
  for (const [index, each] of names.entries()) {
    const same = sameOn(names, each)
    if (same === undefined) continue
    throw badInput(
      `names[${index}].name`,
      `must be another one: ${same} would look the same on ${each.typeId === null ? `${kinds[each.kind].many} of some types` : 'its records'}.`,
    )
  }
}

const ofType = ({ kind, typeId }: StatusName) => `${kind} ${typeId ?? ''}`

/** Another status that has the same name where this one stands: on records of its type, or of any without its own. */
function sameOn(
  names: readonly StatusName[],
  { kind, typeId, status, name }: StatusName,
): string | undefined {
  const ofKind = names.filter((each) => each.kind === kind)
  const places = typeId === null ? new Set(ofKind.map((each) => each.typeId)).add(null) : new Set([typeId])
  for (const place of places) {
    const nameOf = (of: string) =>
      ofKind.find((each) => each.status === of && each.typeId === place)?.name ??
      ofKind.find((each) => each.status === of && each.typeId === null)?.name
    // a type with a name of its own for this status does not show this one
    if (nameOf(status) !== name) continue
    const same = statusesOf(kind).find(
      (other) => other.status !== status && seenAs(nameOf(other.status) ?? other.name) === seenAs(name),
    )
    if (same) return same.status
  }
  return undefined
}
