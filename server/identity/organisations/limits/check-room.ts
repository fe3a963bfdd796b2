// Keeping collections within their limits, also when many add to one at the same time.
import { sql } from 'kysely'
import { conflict } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { statement, type Statement } from '../../../platform/postgres/statement.ts'
import type { Collection, Whose } from './collection.ts'
import { type CollectionName, collections } from './collections.ts'

/** Whose entries, as far as the collection asks for it. */
export type Counted = Pick<Whose, 'organisationId'> & Partial<Whose>

/**
 * Throws conflict when the collection has no room for so many more, and says what to do. Others who add to the same one
 * wait until the transaction has ended.
 */
export async function checkRoom(tx: Tx, name: CollectionName, whose: Counted, more = 1): Promise<void> {
  const collection: Collection = collections[name]
  const { per, most, words, instead } = collection
  const { organisationId, userId = nobody, parentId = 0 } = whose
  const key = ['room', name, per === 'person' ? userId : organisationId, parentId].join(' ')
  const room = Math.max(0, most - more + 1)
  lock.send(tx, { key })
  const [found] = await counting(name).run(tx, { organisationId, userId, parentId, room })
  if (!found || found.count < room) return
  const whom = per === 'person' ? 'You have' : `${whoHas[per]} has`
  throw conflict(`${whom} ${most.toLocaleString('en')} ${words}, which is the limit. ${instead}`)
}

const nobody = '00000000-0000-0000-0000-000000000000'

const whoHas = {
  organisation: 'Your organisation',
  matter: 'The matter',
  contract: 'The contract',
  field: 'The field',
} as const

const lock = statement<{ readonly key: string }, never>(
  ({ key }) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
)

type Count = Statement<Whose & { readonly room: number }, { readonly count: number }>
const counts = new Map<CollectionName, Count>()

/** Counts no further than it matters. */
function counting(name: CollectionName): Count {
  const known = counts.get(name)
  if (known) return known
  const made: Count = statement(
    (whose: Whose & { readonly room: number }) =>
      sql<{
        count: number
      }>`select count(*) as count from (select 1 from ${collections[name].rows(whose)} limit ${whose.room}) as found`,
  )
  counts.set(name, made)
  return made
}
