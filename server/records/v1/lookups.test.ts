// v1 of finding records by their external id, and of their status messages.
import { describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { eventsOf, kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

describe.each(kinds)('external ids of $kind', (of) => {
  const { v1 } = of

  test('lead to the record, for those who see it, with whatever letters they have [C-34, M-25]', async () => {
    const external_id = 'ERP-77/b?é d%'
    const here = await worldOf(parts, of)
    const id = await here.insert({ external_id })
    const address = `${v1}/externalid/${encodeURIComponent(external_id)}`
    expect((await here.caller.get(address)).json()).toEqual({ id })
    const colleague = await createUser(parts.app, { organisationId: here.organisationId })
    const elsewhere = await worldOf(parts, of)
    for (const caller of [await callerFor(parts, colleague), elsewhere.caller])
      expect((await caller.get(address)).statusCode).toBe(404)
    expect((await here.caller.get(`${v1}/externalid/none`)).statusCode).toBe(404)
    const theirs = await elsewhere.insert({ external_id })
    expect((await elsewhere.caller.get(address)).json()).toEqual({ id: theirs })
  })

  test('of a customer lead people of its law firm there as well, once they are on the record', async () => {
    const [here, firm] = [await worldOf(parts, of), await worldOf(parts, of)]
    const id = await here.insert({ external_id: 'shared' }, [firm.owner])
    const found = async () => (await firm.caller.get(`${v1}/externalid/shared`)).json<object>()
    expect(await found()).toEqual({ id })
    // one of their own organisation comes first
    const own = await firm.insert({ external_id: 'shared' })
    expect(await found()).toEqual({ id: own })
  })
})

describe.each(kinds)('status messages of $kind', (of) => {
  const { one, v1 } = of
  const world = async () => {
    const here = await worldOf(parts, of)
    const { organisationId } = here
    const name = { firstName: 'Lena', lastName: 'Fischer' }
    const business = await createUser(parts.app, { organisationId, role: 'Standard', ...name })
    const id = await here.insert({}, [business])
    const post = async (body: object, caller = here.caller) =>
      (await caller.post(`${v1}/${id}/statusMessages`, body)).statusCode
    const last = async () =>
      (await here.caller.get(`${v1}/${id}`)).json<{ lastStatusMessage: unknown }>().lastStatusMessage
    return { ...here, id, business, post, last }
  }

  test('say how it stands: the last one is in the details, with who said it [C-20, C-50, C-53, M-20, M-43, M-51, W-33]', async () => {
    const { organisationId, business, id, post, last } = await world()
    expect(await post({ statusMessage: 'Filed' })).toBe(204)
    parts.clock.advance({ minutes: 1 })
    expect(await post({ StatusMessage: ' Thank you ' }, await callerFor(parts, business))).toBe(204)
    expect(await last()).toEqual({
      message: 'Thank you',
      createdDateUtc: expect.stringMatching(/^2026-03-02T\d\d:\d\d:\d\d\.\d{3}$/) as string,
      userId: business.id,
      userFirstname: 'Lena',
      userLastname: 'Fischer',
      userOrganisationId: organisationId,
      userOrganisationName: 'Harbour',
      userHasPicture: false,
      userPictureCacheId: 0,
      ...(one === 'matter'
        ? { id: expect.any(Number) as number, role: 'Standard' }
        : { userOrganisationHasLogo: false, userOrganisationPictureCacheId: 0 }),
      userFullName: 'Lena Fischer',
      userInitials: 'LF',
    })
    const events = await eventsOf(parts, organisationId, id, one)
    const both = [`${one}.statusmessage.created`, `${one}.updated`]
    expect(events.map(({ name }) => name)).toEqual([...both, ...both])
    expect(events.map(({ resource_kind }) => resource_kind)).toEqual([
      'status-message',
      one,
      'status-message',
      one,
    ])
  })

  test('are words, and not too many, of those who see the record [C-53, M-43, P-44]', async () => {
    const { organisationId, id, post, last, topics } = await world()
    for (const body of [
      {},
      { statusMessage: '' },
      { statusMessage: '   ' },
      { statusMessage: 'x'.repeat(10_001) },
    ]) {
      expect(await post(body)).toBe(400)
    }
    const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
    expect(await post({ statusMessage: 'Hm' }, colleague)).toBe(404)
    expect(await last()).toBeNull()
    expect(await topics(id)).toEqual([])
  })

  test('move the last activity', async () => {
    const { insert, caller } = await world()
    const [first, second] = [await insert(), await insert()]
    parts.clock.advance({ minutes: 1 })
    await caller.post(`${v1}/${first}/statusMessages`, { statusMessage: 'x' })
    const query = 'sorting.field=lastActivityDateUtc&sorting.direction=desc&take=2'
    const page = (await caller.get(`${v1}?${query}`)).json<{ data: { id: number }[] }>()
    expect(page.data.map(({ id }) => id)).toEqual([first, second])
  })
})
