// Custom fields in $filter and $orderby of matters, against a plain evaluation of what the details answer; also for
// people who have matters of several organisations.
import { listVisible, listingOf } from '../../records/lists/record-lists.ts'
import { expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { expectFieldsAsShown } from '../../../test/lists/field-lists.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import { askV2 } from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { FieldType } from '../../fields/field.ts'
import { matterKind } from '../matter-kind.ts'

const parts = useTestApp()

test('every field, whatever its type, is filtered and sorted by as a plain evaluation of the details says [V-11]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, firstName: "Zoë O'Hara", lastName: 'Ash' })
  const other = await createUser(app, { organisationId, firstName: 'bea', lastName: 'Zed' })
  const categoryId = await insertCategory(app, organisationId)
  await expectFieldsAsShown(parts, {
    kind: 'matter',
    form: { organisationId, form: 'MatterDetails', categoryId },
    people: [me, other],
    insert: () => insertMatter(app, { owner: me, categoryId }),
    listingOf: (actor) => listingOf(matterKind, app, actor),
    list: (actor, asked) => listVisible(matterKind, app, actor, asked),
  })
})

/** A matter of a customer on which the lawyer is, with a value of a field that the customer calls by the name. */
async function matterOfCustomer(lawyer: TestUser, name: string, type: FieldType, value: unknown) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const categoryId = await insertCategory(app, organisationId)
  const form = { organisationId, form: 'MatterDetails', categoryId } as const
  await insertFieldOn(app, form, { title: name, type })
  const id = await insertMatter(app, { owner, categoryId, members: [lawyer] })
  const patched = await (await callerFor(parts, owner)).patch(`/v2/matters/${id}`, {
    fields: { [name]: value },
  })
  expect(patched.statusCode, patched.body).toBe(204)
  return id
}

test('fields of one name in several organisations are one, as far as they take the same [V-13]', async () => {
  const { app } = parts
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const first = await matterOfCustomer(lawyer, 'court', 'ShortText', 'Leeds')
  const second = await matterOfCustomer(lawyer, 'court', 'LongText', 'Leeds')
  const third = await matterOfCustomer(lawyer, 'court', 'Decimal', 7)
  const caller = await callerFor(parts, lawyer)
  const found = async (filter: string) =>
    (await askV2(caller, '/v2/matters', { $filter: filter })).items.map(({ id }) => id)
  expect(await found("Fields/court eq 'leeds'")).toEqual([first, second])
  // of the others no record has a value
  expect(await found('Fields/court eq null')).toEqual([third])
  expect((await caller.get('/v2/matters?$filter=Fields/court eq 7')).statusCode).toBe(400)
})
