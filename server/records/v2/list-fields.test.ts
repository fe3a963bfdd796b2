// Custom fields in $filter and $orderby of records, against a plain evaluation of what the details answer; also for
// people who have matters of several organisations.
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { expectFieldsAsShown } from '../../../test/lists/field-lists.ts'
import { askV2 } from '../../../test/lists/odata-lists.ts'
import { kindsOf, type TestKind, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { contractKind } from '../../contracts/contract-kind.ts'
import type { FieldType } from '../../fields/field.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { listVisible, listingOf } from '../lists/record-lists.ts'

const parts = useTestApp()
const [matters, contracts] = kindsOf(parts)

async function fieldsOfEveryType(of: TestKind) {
  const { app } = parts
  const { organisationId, forms, typeId } = await worldOf(parts, of)
  const me = await createUser(app, { organisationId, firstName: "Zoë O'Hara", lastName: 'Ash' })
  const other = await createUser(app, { organisationId, firstName: 'bea', lastName: 'Zed' })
  return {
    kind: of.one,
    form: forms.details,
    people: [me, other] as const,
    insert: () => of.make(me, [], { [of.typeColumn]: typeId }),
  }
}

describe('every field, whatever its type, is filtered and sorted by as a plain evaluation of the details says', () => {
  test('on a contract [V-11]', async () => {
    await expectFieldsAsShown(parts, {
      ...(await fieldsOfEveryType(contracts)),
      listingOf: (actor) => listingOf(contractKind, parts.app, actor),
      list: (actor, asked) => listVisible(contractKind, parts.app, actor, asked),
    })
  })

  test('on a matter [V-11]', async () => {
    await expectFieldsAsShown(parts, {
      ...(await fieldsOfEveryType(matters)),
      listingOf: (actor) => listingOf(matterKind, parts.app, actor),
      list: (actor, asked) => listVisible(matterKind, parts.app, actor, asked),
    })
  })
})

describe.each(kindsOf(parts))('a field of $kind', (of) => {
  const path = `/v2/${of.kind}`
  const world = {} as { caller: Caller; ids: number[]; numberOfRisk: number; organisationId: number }

  beforeAll(async () => {
    const { app } = parts
    const { organisationId, owner, caller, insert, forms } = await worldOf(parts, of)
    const form = forms.details
    const options = [{ label: 'High' }, { label: 'low' }]
    world.organisationId = organisationId
    world.numberOfRisk = await insertFieldOn(app, form, { title: 'Risk Level', type: 'Dropdown', options })
    await insertFieldOn(app, form, { title: 'Tags', type: 'CheckboxList', options })
    await insertFieldOn(app, form, { title: 'Place', type: 'ShortText' })
    world.caller = caller
    world.ids = []
    for (const riskLevel of ['High', 'low', null]) {
      const id = await insert(of.one === 'matter' ? { manager_id: owner.id } : {})
      const value = riskLevel === null ? null : { value: riskLevel }
      const values = { riskLevel: value, tags: value === null ? [] : [value], place: riskLevel }
      expect((await world.caller.patch(`${path}/${id}`, { fields: values })).statusCode).toBe(204)
      world.ids.push(id)
    }
  })

  const found = async (filter: string) =>
    (await askV2(world.caller, path, { $filter: filter })).items.map(({ id }) => id)

  test('is named in any case, or by its number [V-11]', async () => {
    const [high, low, none] = world.ids
    expect(await found("Fields/riskLevel/value eq 'High'")).toEqual([high])
    expect(await found("fields/RISKLEVEL/Value eq 'HIGH'")).toEqual([high])
    expect(await found(`Fields/${world.numberOfRisk}/label in ('low','x')`)).toEqual([low])
    expect(await found('Fields/riskLevel eq null')).toEqual([none])
    expect(await found("Fields/place ne 'high'")).toEqual([low, none])
    expect(await found("Fields/tags/any(t: startswith(t/value,'l'))")).toEqual([low])
    expect(await found("Fields/tags/all(t: t/label eq 'low')")).toEqual([low, none])
    expect(await found('not Fields/tags/any()')).toEqual([none])
    const sorted = await askV2(world.caller, path, { $orderby: 'Fields/place desc,Id' })
    expect(sorted.items.map(({ id }) => id)).toEqual([low, high, none])
  })

  test.each(['asc', 'desc'])(
    'orders pages, those without a value least, and counts them: %s [V-11]',
    async (direction) => {
      const [high, low, none] = world.ids
      const ordered = direction === 'asc' ? [none, high, low] : [low, high, none]
      for (const filter of ['', `Id in (${world.ids.join()})`]) {
        const query = {
          $orderby: `Fields/place ${direction}`,
          $count: 'true',
          ...(filter && { $filter: filter }),
        }
        expect(await askV2(world.caller, path, query)).toMatchObject({
          items: ordered.map((id) => ({ id })),
          count: 3,
        })
        const seen: number[] = []
        let next: string | undefined = `${path}?${new URLSearchParams({ ...query, $top: '1' }).toString()}`
        while (next !== undefined) {
          const answer = await world.caller.get(next.replace(/^https?:\/\/[^/]+/, ''))
          const page = answer.json<{ items: { id: number }[]; nextLink?: string }>()
          seen.push(...page.items.map(({ id }) => id))
          next = page.nextLink
        }
        expect(seen).toEqual(ordered)
        const second = await askV2(world.caller, path, { ...query, $skip: '1', $top: '1' })
        expect(second.items.map(({ id }) => id)).toEqual([ordered[1]])
      }
    },
  )

  test.each([
    ["Fields/nothing eq 'a'", "OData filtering is not supported for 'Fields/nothing'"],
    ["Fields/theirs eq 'a'", "OData filtering is not supported for 'Fields/theirs'"],
    ["Fields/riskLevel eq 'High'", 'The OData query is invalid. Please check the syntax and try again'],
    ["Fields/tags/value eq 'High'", "OData filtering is not supported for 'Fields/tags/value'"],
    ["Fields/place gt 'a'", "Operation 'gt' is not supported for 'Fields/place'"],
    ["Fields/place/any(p: p/value eq 'a')", "Operation 'any' is not supported for 'Fields/place'"],
    ['Fields eq null', "OData filtering is not supported for 'Fields'"],
  ])('%s is refused: %s [V-12]', async (filter, detail) => {
    const theirs = await createOrganisation(parts.app)
    await insertField(parts.app, { organisationId: theirs.id, title: 'Theirs', type: 'ShortText' })
    const answer = await world.caller.get(`${path}?$filter=${encodeURIComponent(filter)}`)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ detail })
  })

  test('of a record that one does not see reveals nothing, by a filter, an order or a count [V-12]', async () => {
    const { app } = parts
    const colleague = await createUser(app, { organisationId: world.organisationId, role: 'Administrator' })
    const caller = await callerFor(parts, colleague)
    for (const filter of ["Fields/place eq 'High'", "Fields/place ne 'x'", 'not Fields/tags/any()', 'true']) {
      const query = { $filter: filter, $orderby: 'Fields/place,Fields/riskLevel/label desc', $count: 'true' }
      expect(await askV2(caller, path, query), filter).toEqual({ items: [], count: 0 })
    }
  })

  test('of another organisation cannot be sorted by either [V-12]', async () => {
    for (const orderby of ['Fields/theirs', 'Fields/tags', 'Fields/nothing desc']) {
      const answer = await world.caller.get(`${path}?$orderby=${orderby}`)
      const name = orderby.split(' ')[0]
      expect(answer.json()).toMatchObject({
        status: 400,
        detail: `OData sorting is not supported for '${name}'`,
      })
    }
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
