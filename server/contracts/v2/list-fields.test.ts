// Custom fields in $filter and $orderby of contracts, against a plain evaluation of what the details answer.
import { listVisible, listingOf } from '../../records/lists/record-lists.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { expectFieldsAsShown } from '../../../test/lists/field-lists.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { askV2 } from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { contractKind } from '../contract-kind.ts'

const parts = useTestApp()

test('every field, whatever its type, is filtered and sorted by as a plain evaluation of the details says [V-11]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, firstName: "Zoë O'Hara", lastName: 'Ash' })
  const other = await createUser(app, { organisationId, firstName: 'bea', lastName: 'Zed' })
  const templateId = await createContractTemplate(app, { organisationId })
  await expectFieldsAsShown(parts, {
    kind: 'contract',
    form: { organisationId, form: 'ContractDetails', templateId },
    people: [me, other],
    insert: () => insertContract(app, { owner: me, templateId }),
    listingOf: (actor) => listingOf(contractKind, app, actor),
    list: (actor, asked) => listVisible(contractKind, app, actor, asked),
  })
})

describe('a field', () => {
  const world = {} as { caller: Caller; ids: number[]; numberOfRisk: number; organisationId: number }

  beforeAll(async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId })
    const templateId = await createContractTemplate(app, { organisationId })
    const form = { organisationId, form: 'ContractDetails', templateId } as const
    const options = [{ label: 'High' }, { label: 'low' }]
    world.organisationId = organisationId
    world.numberOfRisk = await insertFieldOn(app, form, { title: 'Risk Level', type: 'Dropdown', options })
    await insertFieldOn(app, form, { title: 'Tags', type: 'CheckboxList', options })
    await insertFieldOn(app, form, { title: 'Place', type: 'ShortText' })
    world.caller = await callerFor(parts, me)
    world.ids = []
    for (const riskLevel of ['High', 'low', null]) {
      const id = await insertContract(app, { owner: me, templateId })
      const value = riskLevel === null ? null : { value: riskLevel }
      const values = { riskLevel: value, tags: value === null ? [] : [value], place: riskLevel }
      expect((await world.caller.patch(`/v2/contracts/${id}`, { fields: values })).statusCode).toBe(204)
      world.ids.push(id)
    }
  })

  const found = async (filter: string) =>
    (await askV2(world.caller, '/v2/contracts', { $filter: filter })).items.map(({ id }) => id)

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
    const sorted = await askV2(world.caller, '/v2/contracts', { $orderby: 'Fields/place desc,Id' })
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
        expect(await askV2(world.caller, '/v2/contracts', query)).toMatchObject({
          items: ordered.map((id) => ({ id })),
          count: 3,
        })
        const seen: number[] = []
        let next: string | undefined =
          `/v2/contracts?${new URLSearchParams({ ...query, $top: '1' }).toString()}`
        while (next !== undefined) {
          const answer = await world.caller.get(next.replace(/^https?:\/\/[^/]+/, ''))
          const page = answer.json<{ items: { id: number }[]; nextLink?: string }>()
          seen.push(...page.items.map(({ id }) => id))
          next = page.nextLink
        }
        expect(seen).toEqual(ordered)
        const second = await askV2(world.caller, '/v2/contracts', { ...query, $skip: '1', $top: '1' })
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
    const answer = await world.caller.get(`/v2/contracts?$filter=${encodeURIComponent(filter)}`)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ detail })
  })

  test('of a contract that one does not see reveals nothing, by a filter, an order or a count [V-12]', async () => {
    const { app } = parts
    const colleague = await createUser(app, { organisationId: world.organisationId, role: 'Administrator' })
    const caller = await callerFor(parts, colleague)
    for (const filter of ["Fields/place eq 'High'", "Fields/place ne 'x'", 'not Fields/tags/any()', 'true']) {
      const query = { $filter: filter, $orderby: 'Fields/place,Fields/riskLevel/label desc', $count: 'true' }
      expect(await askV2(caller, '/v2/contracts', query), filter).toEqual({ items: [], count: 0 })
    }
  })

  test('of another organisation cannot be sorted by either [V-12]', async () => {
    for (const orderby of ['Fields/theirs', 'Fields/tags', 'Fields/nothing desc']) {
      const answer = await world.caller.get(`/v2/contracts?$orderby=${orderby}`)
      const path = orderby.split(' ')[0]
      expect(answer.json()).toMatchObject({
        status: 400,
        detail: `OData sorting is not supported for '${path}'`,
      })
    }
  })
})
