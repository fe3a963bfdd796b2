// v1 of changing records: versions, changes at the same time, what lies above a record, and who changes what.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { eventsOf, kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

describe.each(kindsOf(parts))('a patch of a $one', (of) => {
  const { one, v1, member } = of
  const parentId = one === 'matter' ? 'ParentId' : 'ParentContractId'
  let here: Awaited<ReturnType<typeof worldOf>>
  let id: number
  beforeEach(async () => {
    here = await worldOf(parts, of)
    id = await here.insert(draft())
  })
  const draft = () => ({ status: 'Draft', ...(one === 'matter' && { manager_id: here.owner.id }) })

  const patch = async (body: object, headers = {}, which = id) =>
    (await here.caller.patch(`${v1}/${which}`, body, { headers })).statusCode
  const details = async () => (await here.caller.get(`${v1}/${id}`)).json<Record<string, unknown>>()
  const etag = async () => (await here.caller.get(`${v1}/${id}`)).headers['etag']

  test('sets all that it names in one change, texts without the space around them [M-40]', async () => {
    const body = [
      { op: 'test', path: '/Status', value: 'Draft' },
      { op: 'replace', path: '/Name', value: ' Appeal ' },
      { op: 'replace', path: 'status', value: one === 'matter' ? 'active' : 'negotiating' },
      { op: 'add', path: 'externalid', value: ' X-1 ' },
    ]
    expect(await patch(body)).toBe(200)
    const status = one === 'matter' ? 'Active' : 'Negotiating'
    expect(await details()).toMatchObject({ name: 'Appeal', status, externalId: 'X-1' })
    expect(await etag()).toMatch(/^"2-/)
    expect(await here.topics(id)).toEqual([`${one}.updated`, `${one}.status.updated`])
  })

  test('that changes nothing is no event [G-97, M-46]', async () => {
    const { name, status, restricted } = await details()
    expect(await patch({ Name: name, Status: status, Restricted: restricted })).toBe(200)
    expect(await etag()).toMatch(/^"1-/)
    expect(await here.topics(id)).toEqual([])
  })

  test('with If-Match changes only what was read [G-95, M-47]', async () => {
    expect(await patch({ Name: 'First' }, { 'if-match': '"1"' })).toBe(200)
    expect(await patch({ Name: 'Second' }, { 'if-match': '"1"' })).toBe(412)
    expect(await details()).toMatchObject({ name: 'First' })
    expect(await patch({ Name: 'Third' }, { 'if-match': '*' })).toBe(200)
    expect(await details()).toMatchObject({ name: 'Third' })
  })

  test('with one If-Match, of several at once one is applied and the others get 412 [G-95]', async () => {
    const headers = { 'if-match': '"1"' }
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((Name) => here.caller.patch(`${v1}/${id}`, { Name }, { headers })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412])
    expect(answers.find(({ statusCode }) => statusCode === 412)?.headers['etag']).toBe('"2"')
  })

  test('loses none of the changes made at the same time [G-96, M-47]', async () => {
    const bodies = [
      { Name: 'Named' },
      { Restricted: true },
      { Status: one === 'matter' ? 'Review' : 'Approval' },
      { ExternalId: 'X-9' },
    ]
    await Promise.all(bodies.map((body) => patch(body)))
    expect(await details()).toMatchObject({
      name: 'Named',
      restricted: true,
      status: one === 'matter' ? 'Review' : 'Approval',
      externalId: 'X-9',
    })
    expect(await etag()).toMatch(/^"5-/)
  })

  test('to an external id that is taken is a conflict, of several at once for all but one', async () => {
    const others = [id, await here.insert(), await here.insert()]
    const answers = await Promise.all(others.map((each) => patch({ ExternalId: 'SAME' }, {}, each)))
    expect(answers.toSorted()).toEqual([200, 409, 409])
  })

  test('puts it neither below itself nor below one below it [C-49, M-48]', async () => {
    const below = await here.insert({ parent_id: id })
    const farBelow = await here.insert({ parent_id: below })
    for (const each of [id, below, farBelow]) expect(await patch({ [parentId]: each })).toBe(400)
    const shown = await details()
    expect(shown[one === 'matter' ? 'parentId' : 'parentContractId']).toBeNull()
    if (one === 'contract') expect(shown['hasSow']).toBe(true)
  })

  test('closes no circle either when several ends are changed at once [C-49, M-48]', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await here.insert(), await here.insert(), await here.insert()]
      const put = (which: number, above: number) => patch({ [parentId]: above }, {}, which)
      const answers = await Promise.all([put(a, b), put(b, c), put(c, a)])
      expect(answers.toSorted()).toEqual([200, 200, 400])
    }
  })

  test('of adding one person several times at once, one raises an event', async () => {
    const { id: userId } = await createUser(parts.app, { organisationId: here.organisationId })
    const add = () => here.caller.post(`${v1}/${id}/users`, { userId, target: member.target })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([1, 2, 3].map(() => member.answer))
    const events = await eventsOf(parts, here.organisationId, id, one)
    expect(events.map(({ name }) => name)).toEqual([`${one}.member.added`])
  })

  test('makes a new owner a member; the old one stays one [C-42]', async () => {
    const next = await createUser(parts.app, { organisationId: here.organisationId })
    const manager = one === 'matter' ? { ManagerId: next.id } : {}
    expect(await patch({ OwnerId: next.id.toUpperCase(), ...manager })).toBe(200)
    const theirs = (await (await callerFor(parts, next)).get(`${v1}/${id}`)).json<object>()
    expect(of.ownerIn(theirs)).toBe(next.id)
    if (one === 'contract') expect(theirs).toMatchObject({ onContract: true })
    expect((await here.caller.get(`${v1}/${id}`)).statusCode).toBe(200)
  })

  test('restricts none that the caller would not see any more [C-56, P-40]', async () => {
    const { organisationId } = here
    const administrator = await createUser(parts.app, { organisationId, groups: [of.group] })
    const theirs = await callerFor(parts, administrator)
    const restrict = async () => (await theirs.patch(`${v1}/${id}`, { Restricted: true })).statusCode
    expect(await restrict()).toBe(403)
    expect((await theirs.patch(`${v1}/${id}`, { Name: 'Theirs' })).statusCode).toBe(200)
    expect(await details()).toMatchObject({ restricted: false })
    expect(await patch({ Restricted: true })).toBe(200)
    expect(await restrict()).toBe(404)
    expect(await patch({ Restricted: false })).toBe(200)
    const person = { userId: administrator.id, target: member.target }
    const added = await here.caller.post(`${v1}/${id}/users`, person)
    expect(added.statusCode, added.body).toBe(member.answer)
    expect(await restrict()).toBe(200)
    expect((await theirs.get(`${v1}/${id}`)).json()).toMatchObject({ restricted: true })
  })

  if (one === 'contract') {
    test.each(['2027-06-30T17:00:00Z', '2027-06-30T17:00:00.0000000+13:00', '2027-06-30T17:00'])(
      'takes the expiry %s as the local time that it writes [C-46]',
      async (expiry) => {
        expect(await patch({ expiry })).toBe(200)
        expect(await details()).toMatchObject({ expiry: '2027-06-30T17:00:00' })
      },
    )

    test('to Executed notes the date, which goes with a return to Draft [C-61]', async () => {
      const set = async (Status: string) => {
        expect(await patch({ Status })).toBe(200)
        return (await details())['executedDateUtc']
      }
      const now = parts.clock.now().toISOString().slice(0, -1)
      expect(await set('Executed')).toBe(now)
      expect(await set('Void')).toBe(now)
      expect(await set('Draft')).toBeNull()
    })

    test('against the stages is 409 and leaves it as it was [C-65]', async () => {
      expect(await patch({ Status: 'Executed' })).toBe(200)
      expect(await patch({ Status: 'Signing', Name: 'Too late' })).toBe(409)
      expect(await details()).toMatchObject({ status: 'Executed', name: 'Agreement' })
    })
  } else {
    test('to what it is already changes nothing, whatever has become of it since [M-46]', async () => {
      const { organisationId } = here
      const deleted_at = new Date('2026-01-01T00:00:00Z')
      const deleted = await insertCategory(parts.app, organisationId, { deleted_at })
      const off = await createUser(parts.app, { organisationId, status: 'Disabled' })
      id = await here.insert({ category_id: deleted, manager_id: off.id })
      expect(await patch({ CategoryId: deleted, ManagerId: off.id, Urgent: false })).toBe(200)
      expect(await etag()).toMatch(/^"1-/)
      expect(await here.topics(id)).toEqual([])
    })

    test('gives no category that requires a team to a matter without one, nor takes the team away', async () => {
      const { organisationId } = here
      const asking = await insertCategory(parts.app, organisationId, { team_required: true })
      const teamId = await createTeam(parts.app, { organisationId })
      expect(await patch({ CategoryId: asking })).toBe(400)
      expect(await patch({ CategoryId: asking, TeamId: teamId })).toBe(200)
      expect(await patch({ TeamId: null })).toBe(400)
      expect(await details()).toMatchObject({ categoryId: asking, teamId })
    })

    test('by a manager of a law firm moves the matter while work goes on and changes nothing else of it; their colleagues do not even that [P-37]', async () => {
      const { id: firmId } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
      const lawyer = () => createUser(parts.app, { organisationId: firmId, role: 'MatterManager' })
      const [partner, associate] = [await lawyer(), await lawyer()]
      id = await here.insert({ manager_id: partner.id }, [associate])
      const theirs = await callerFor(parts, partner)
      expect((await theirs.patch(`${v1}/${id}`, { Status: 'OnHold' })).statusCode).toBe(200)
      const others = await callerFor(parts, associate)
      expect((await others.patch(`${v1}/${id}`, { Status: 'Active' })).statusCode).toBe(403)
      for (const [name, value] of [
        ['Name', 'Theirs'],
        ['Restricted', true],
        ['Status', 'Complete'],
      ] as const) {
        const refused = await theirs.patch(`${v1}/${id}`, { [name]: value })
        expect(refused.statusCode, refused.body).toBe(403)
        expect(refused.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
      }
      expect(await details()).toMatchObject({ status: 'OnHold', name: 'Advice', restricted: false })
    })
  }
})
