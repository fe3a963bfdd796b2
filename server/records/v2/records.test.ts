// v2 of records: what they show, and merge patches.
import { describe, expect, test } from 'vitest'
import { createTeam } from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const unknown = '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'

describe.each(kindsOf(parts))('a $one', (of) => {
  const { kind, one } = of
  const isMatter = one === 'matter'
  const expiry = '2027-05-06T17:00:00'

  async function world() {
    const { app } = parts
    const here = await worldOf(parts, of)
    const { organisationId, owner, insert, forms } = here
    const teamId = await createTeam(app, { organisationId, members: [owner] })
    const field = (title: string, type: Parameters<typeof insertFieldOn>[2]['type'], ...labels: string[]) =>
      insertFieldOn(app, forms.details, {
        title,
        type,
        ...(labels.length > 0 && { options: labels.map((label) => ({ label })) }),
      })
    const fields = {
      text: await field('Place', 'ShortText'),
      number: await field('Rent', 'Currency'),
      truth: await field('Sublet', 'Checkbox'),
      day: await field('Begin', 'Date'),
      choice: await field('Use', 'Dropdown', 'Office', 'Shop'),
      several: await field('Extras', 'List', 'Parking', 'Garden'),
      person: await field('Caretaker', 'User'),
    }
    const id = await insert({
      name: 'Lease of a house',
      status: 'Draft',
      team_id: teamId,
      ...(isMatter ? { manager_id: owner.id } : { expiry }),
    })
    return { ...here, teamId, fields, id, path: `/v2/${kind}/${id}` }
  }

  test('is shown whole, alone and in its list [V-30]', async () => {
    const { owner, organisationId, id, caller, path, typeId, teamId } = await world()
    const answer = await caller.get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers.etag).toMatch(/^"1-/)
    const person = {
      id: owner.id,
      email: owner.email,
      firstName: 'Ana',
      lastName: 'Prior',
      organizationId: organisationId,
    }
    const whole = {
      id,
      displayId: isMatter ? expect.stringMatching(/^LW\d{4,}-\d{4}$/) : null,
      name: 'Lease of a house',
      type: { id: typeId, name: 'Employment' },
      owner: person,
      externalId: null,
      fields: { place: null, rent: null, sublet: null, begin: null, use: null, extras: [], caretaker: null },
      restricted: false,
      status: 'Draft',
      teamAssigned: { id: teamId, name: expect.any(String) },
      created: { dateUtc: expect.stringMatching(/Z$/), user: person, userName: 'Ana Prior' },
      ...(isMatter ? { manager: { intakeQueue: null, user: person } } : { document: null, expiry }),
    }
    expect(answer.json()).toEqual(whole)
    const list = await caller.get(`/v2/${kind}?$filter=Id eq ${id}`)
    expect(list.json()).toEqual({ items: [whole] })
    expect((await caller.get(`/v2/${kind}/0`)).statusCode).toBe(404)
  })

  test('is changed by a merge patch in what it names, loses what is null, and takes what was read [V-31]', async () => {
    const { caller, path, owner, organisationId } = await world()
    const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } }
    const status = isMatter ? 'OnHold' : 'Signing'
    const patch = {
      name: ' Lease of a barn ',
      teamAssigned: null,
      externalId: 'X-1',
      status,
      fields: { place: 'Lyon' },
    }
    expect((await caller.patch(path, JSON.stringify(patch), mergePatch)).statusCode).toBe(204)
    const read = (await caller.get(path)).json<Record<string, unknown>>()
    expect(read).toMatchObject({
      ...patch,
      name: 'Lease of a barn',
      owner: { id: owner.id },
      ...(isMatter ? { manager: { user: { id: owner.id } } } : { expiry }),
    })
    expect((await caller.patch(path, read)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(read)
    const [more, expected] = isMatter
      ? // without a manager it is back in intake
        [{ manager: null }, { manager: { user: null, intakeQueue: { organizationId: organisationId } } }]
      : [{ expiry: '2028-01-01T09:00:00Z' }, { expiry: '2028-01-01T09:00:00' }]
    expect((await caller.patch(path, more)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject(expected)
  })

  test('takes values of every type, which v1 reads, and shows what v1 writes [V-32]', async () => {
    const { caller, path, owner, fields, id, organisationId } = await world()
    const extras = await optionIdsOf(parts.app, organisationId, fields.several)
    const values = {
      place: 'Harbour',
      rent: 1200.5,
      sublet: true,
      begin: '2026-05-06',
      use: { value: 'Office' },
      extras: [{ value: String(extras['Garden']) }],
      caretaker: { id: owner.id },
    }
    const patched = await caller.patch(path, { fields: values, name: 'Lease of a mill' })
    expect(patched.statusCode, patched.body).toBe(204)
    const shown = async () => (await caller.get(path)).json<{ fields: Record<string, unknown> }>().fields
    expect(await shown()).toEqual({
      ...values,
      use: { value: 'Office', label: 'Office' },
      extras: [{ value: String(extras['Garden']), label: 'Garden' }],
      caretaker: expect.objectContaining({ id: owner.id, firstName: 'Ana' }),
    })
    const v1 = `${of.v1}/${id}/fields`
    const { detailFields } = (await caller.get(v1)).json<{ detailFields: { model: object } }>()
    expect(detailFields.model).toMatchObject({
      [`field_${fields.text}`]: 'Harbour',
      [`field_${fields.number}`]: 1200.5,
      [`field_${fields.truth}`]: true,
      [`field_${fields.day}`]: '2026-05-06',
      [`field_${fields.choice}`]: 'Office',
      [`field_${fields.several}`]: [extras['Garden']],
      [`field_${fields.person}`]: { id: owner.id },
    })
    await caller.patch(v1, { [`field_${fields.choice}`]: 'Shop', [`field_${fields.text}`]: null })
    expect(await shown()).toMatchObject({ use: { value: 'Shop', label: 'Shop' }, place: null })
    expect((await caller.patch(path, { fields: { [String(fields.number)]: null } })).statusCode).toBe(204)
    expect(await shown()).toMatchObject({ rent: null })
  })

  test('refuses by name what is wrong or unknown, and nothing changes [V-33]', async () => {
    const { caller, path } = await world()
    const before = (await caller.get(path)).json<object>()
    const ofKind: [object, string][] = isMatter
      ? [
          [{ manager: 'me' }, 'manager'],
          [{ manager: { user: { id: unknown } } }, 'manager'],
        ]
      : [[{ expiry: 'tomorrow' }, 'expiry']]
    const wrong: [object, string][] = [
      [{ nam: 'x' }, 'nam'],
      [{ name: null }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 5 }, 'name'],
      [{ owner: { id: 'me' } }, 'owner'],
      [{ owner: { id: unknown } }, 'owner'],
      [{ teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
      [{ teamAssigned: 5 }, 'teamAssigned'],
      [{ restricted: 'yes' }, 'restricted'],
      [{ status: 'Done' }, 'status'],
      [{ fields: { nothing: 1 } }, 'fields.nothing'],
      [{ fields: { rent: 'much' } }, 'fields.rent'],
      [{ fields: { place: 1 } }, 'fields.place'],
      [{ fields: { use: { value: 'Farm' } } }, 'fields.use'],
      [{ fields: 5 }, 'fields'],
      ...ofKind,
    ]
    for (const [body, name] of wrong) {
      const answer = await caller.patch(path, { externalId: 'Y', ...body })
      expect(answer.statusCode, JSON.stringify(body)).toBe(400)
      expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
    }
    expect((await caller.get(path)).json()).toEqual(before)
  })

  test('is changed in the version that was read only, and moved as the rules of v1 allow [V-34]', async () => {
    const { caller, path } = await world()
    const status = isMatter ? 'Complete' : 'Executed'
    expect((await caller.patch(path, { status })).statusCode).toBe(204)
    const stale = await caller.patch(path, { name: 'x' }, { headers: { 'if-match': '"1"' } })
    expect(stale.statusCode).toBe(412)
    if (!isMatter) expect((await caller.patch(path, { status: 'Draft' })).statusCode).toBe(409)
  })
})
