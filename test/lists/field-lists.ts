// Lists of records with fields of every type: filters and orders by each, against a plain evaluation of what the
// details answer.
import { expect } from 'vitest'
import type { FormKey } from '../../server/fields/form.ts'
import { namedColumnsFor } from '../../server/fields/list-columns-by-name.ts'
import { withFields } from '../../server/http/v2/field-properties.ts'
import type { Resource } from '../../server/http/v2/odata-properties.ts'
import type { Actor } from '../../server/platform/actor.ts'
import type { Filter, ListQuery } from '../../server/platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../server/platform/lists/list-rows.ts'
import { actorFor } from '../fixtures/actors.ts'
import type { TestUser } from '../factories.ts'
import { giveValues, insertFieldsOfEveryType } from './fields-of-every-type.ts'
import { expectOrders, expectPlainEvaluation, type Shown } from './odata-lists.ts'
import type { TestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'

interface Asked<Listed> {
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly listing: Listed
}

interface RecordsWithFields<Listed> {
  readonly kind: 'contract' | 'matter'
  /** The form of the records' details, on which the fields are put. */
  readonly form: FormKey
  readonly people: readonly [TestUser, TestUser]
  /** Makes a record of the first of the people, and answers its id. */
  readonly insert: () => Promise<number>
  readonly listingOf: (actor: Actor) => Listed
  readonly list: (actor: Actor, asked: Asked<Listed>) => Promise<readonly ListedRow[]>
}

/** Each field is filtered and sorted by, in the database and through the whole server, as its values are shown. */
export async function expectFieldsAsShown<Listed extends Listing>(
  parts: TestApp,
  records: RecordsWithFields<Listed>,
): Promise<void> {
  const { kind, form, people, insert, listingOf, list } = records
  const [me, other] = people
  const path = `/v2/${kind}s`
  const fields = await insertFieldsOfEveryType(parts.app, form, [me.id, other.id])
  const caller = await callerFor(parts, me)
  const actor = await actorFor(parts.app, me)
  const shown: Shown[] = []
  for (let place = 0; place < 24; place++) {
    const id = await insert()
    // the first has nothing at all
    if (place > 0) await giveValues(caller, `${path}/${id}`, fields, place)
    shown.push((await caller.get(`${path}/${id}`)).json<Shown>())
  }
  const names = fields.map(({ apiName }) => apiName)
  const named = await namedColumnsFor(parts.app.db, actor, names, kind)
  expect(named.fields.map(({ name }) => name)).toEqual(names)
  const resource: Resource & Listed = withFields({ ...listingOf(actor), properties: {} }, named)
  const find = (filter: Filter) => {
    const query = { filter, sort: [], skip: 0, take: 200 }
    return list(actor, { query, columns: ['id'], listing: resource })
  }
  const filtered = { resource, shown, find, caller, path }
  await expectPlainEvaluation(filtered)
  await expectOrders(filtered)
}
