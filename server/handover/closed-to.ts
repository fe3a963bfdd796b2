// What a handover to oneself leaves where it is: what is on restricted records that one is not on.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { kindNames, kinds } from '../records/kinds.ts'
import type { ItemsByKind, Left } from './give-holdings.ts'
import { findHoldings, type Person } from './holdings.ts'

interface Closing {
  readonly person: Person
  readonly to: string
  readonly items: ItemsByKind
}

/** What stays because it is on restricted records that the other person is not on: nobody opens these to themselves. */
export async function closedTo(app: App, tx: Tx, { person, to, items }: Closing): Promise<readonly Left[]> {
  const closed: Left[] = []
  for (const [kind, ids] of items) {
    const held = (await findHoldings(app, tx, { person, kind })).filter(({ id }) => ids.includes(id))
    for (const name of kindNames) {
      const { type, many, members, recordId } = kinds[name]
      const on = held.filter(({ record }) => record?.type === type)
      if (on.length === 0) continue
      // not through access.ts: whether they are restricted, whoever sees them
      const { rows } = await sql<{ readonly id: number }>`select r.id from ${sql.table(many)} r
        where r.organisation_id = ${person.organisationId} and r.restricted
          and r.id = any(${on.flatMap(({ record }) => record?.id ?? [])}::bigint[])
          and not exists (select from ${sql.table(members)} m where m.organisation_id = r.organisation_id
            and ${sql.ref(`m.${recordId}`)} = r.id and m.user_id = ${to})`.execute(tx)
      const ofThem = new Set(rows.map(({ id }) => id))
      const reason = `The ${name} is restricted, and you are not on it. Hand it over to a colleague.`
      closed.push(
        ...on.flatMap(({ id, record }) => (record && ofThem.has(record.id) ? [{ kind, id, reason }] : [])),
      )
    }
  }
  return closed
}
