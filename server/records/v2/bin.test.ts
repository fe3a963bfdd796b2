// v2 of deleting matters and contracts, through the server: the bin and taking back.
import { describe, expect, test } from 'vitest'
import { countedWrongly } from '../../../test/lists/counts.ts'
import { createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { detailOf, kindsOf, sceneOf, uploadTo } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)
const scene = () => sceneOf(parts)

describe.each(kinds)('$kind', ({ kind, v1, make, kept }) => {
  const at = (id: number) => `/v2/${kind}/${id}`
  const inBin = (id: number) => `/v2/bin/${kind}/${id}`

  test('that are deleted are seen by nobody, in either version, and come back as they were [R-10, R-11]', async () => {
    const { owner, colleague, caller, ofColleague, ofAdministrator } = await scene()
    const id = await make(owner, [colleague], { external_id: `x-${kind}` })
    const stays = await make(owner, [colleague])
    const file = await uploadTo(caller, `${v1}/${id}/files`, 'annex.pdf')
    const message = await caller.post(`${at(id)}/statusMessages`, { message: 'hello' })
    const paths = [
      `${v1}/${id}`,
      at(id),
      `${at(id)}/members`,
      `${at(id)}/statusMessages/${message.json<{ id: number }>().id}`,
      `${v1}/externalid/x-${kind}`,
      `/v2/files/${file}`,
      `/file-apis/v1/files/${file}/download`,
    ]
    const statuses = async (who: Caller) =>
      Promise.all(paths.map(async (path) => (await who.get(path)).statusCode))
    const lists = async (who: Caller) => {
      const answers = await Promise.all([
        who.get(`/v2/${kind}?$count=true`),
        who.get(v1),
        who.get(`${v1}?context=All`),
        who.get(`${v1}?context=Restricted`),
        who.get(`/v2/files?$count=true`),
      ])
      return answers.map(({ statusCode, body }) => {
        const { count, total } = JSON.parse(body) as { count?: number; total?: number }
        return statusCode === 200 ? (count ?? total) : statusCode
      })
    }
    expect(await statuses(ofColleague)).toEqual(paths.map(() => 200))
    const before = await lists(ofAdministrator)
    expect(before.slice(0, 4)).toEqual([2, 0, 2, 0])
    expect((await caller.delete(at(id))).statusCode).toBe(204)
    expect((await caller.delete(at(id))).statusCode).toBe(404)
    for (const who of [caller, ofColleague, ofAdministrator]) {
      expect(await statuses(who)).toEqual(paths.map(() => 404))
    }
    expect(await lists(ofAdministrator)).toEqual([1, 0, 1, 0, Number(before[4]) - 1])
    expect((await ofColleague.get(`${v1}/quickfind?term=x-${kind}`)).body).not.toContain(`"id":${id},`)
    expect((await ofColleague.patch(at(id), { name: 'Other' })).statusCode).toBe(404)
    expect(await countedWrongly(parts.app)).toBe(0)
    expect((await caller.post(`${inBin(id)}/restore`)).statusCode).toBe(204)
    expect(await statuses(ofColleague)).toEqual(paths.map(() => 200))
    expect(await lists(ofAdministrator)).toEqual(before)
    expect((await ofColleague.get(at(stays))).statusCode).toBe(200)
    expect(await countedWrongly(parts.app)).toBe(0)
  })

  test('are deleted by who created them, or may delete all; others are refused [R-12]', async () => {
    const { organisationId, owner, colleague, ofColleague, caller } = await scene()
    const [id, another] = [await make(owner, [colleague]), await make(owner, [colleague])]
    expect(detailOf(await ofColleague.delete(at(id)))).toEqual([
      403,
      expect.stringContaining(`permission to delete ${kind} that others created`),
    ])
    const sweeper = await createUser(parts.app, { organisationId, permissions: ['DeleteAll'] })
    const third = await make(owner, [sweeper])
    expect((await (await callerFor(parts, sweeper)).delete(at(third))).statusCode).toBe(204)
    const powerless = await createUser(parts.app, { organisationId, permissions: [] })
    const own = await make(powerless, [])
    expect(detailOf(await (await callerFor(parts, powerless)).delete(at(own)))[0]).toBe(403)
    const old = { headers: { 'if-match': '"77"' } }
    expect((await caller.delete(at(another), old)).statusCode).toBe(412)
    expect((await caller.delete(at(another))).statusCode).toBe(204)
    expect((await caller.delete(at(id))).statusCode).toBe(204)
  })

  test('that must be kept are refused, but not to an administrator who may delete all [R-13]', async () => {
    const { owner, administrator, caller, ofAdministrator } = await scene()
    const id = await make(owner, [administrator])
    await kept(id, owner)
    const [status, detail] = detailOf(await caller.delete(at(id)))
    expect([status, detail]).toEqual([409, expect.stringMatching(/posted or approved|was executed/)])
    expect((await caller.get(at(id))).statusCode).toBe(200)
    expect((await ofAdministrator.delete(at(id))).statusCode).toBe(204)
    expect((await ofAdministrator.delete(inBin(id))).statusCode).toBe(204)
  })

  test('are listed in the bin: to administrators all, to others what they deleted within a day [R-15]', async () => {
    const { owner, administrator, caller, ofColleague, ofAdministrator } = await scene()
    const [id, restricted] = [await make(owner, []), await make(owner, [], { restricted: true })]
    await caller.delete(at(id))
    await caller.delete(at(restricted))
    const listed = async (who: Caller) =>
      (await who.get(`/v2/bin/${kind}?$orderby=Id&$count=true`)).json<{ items: object[]; count: number }>()
    expect(await listed(caller)).toMatchObject({
      count: 2,
      items: [
        {
          id,
          name: expect.any(String),
          restricted: false,
          owner: { id: owner.id },
          deleted: { user: { id: owner.id } },
        },
        { id: restricted, name: expect.any(String), restricted: true },
      ],
    })
    expect(await listed(ofColleague)).toEqual({ items: [], count: 0 })
    expect(await listed(ofAdministrator)).toMatchObject({
      count: 2,
      items: [
        { id, name: expect.any(String) },
        { id: restricted, name: null },
      ],
    })
    expect((await ofAdministrator.get(inBin(id))).json()).toMatchObject({
      id,
      purged: { dateUtc: new Date(parts.app.clock.now().getTime() + 30 * 86_400_000).toISOString() },
    })
    expect((await ofColleague.post(`${inBin(id)}/restore`)).statusCode).toBe(404)
    parts.clock.advance({ days: 1, seconds: 1 })
    const later = await callerFor(parts, owner)
    expect(await listed(later)).toEqual({ items: [], count: 0 })
    expect((await later.post(`${inBin(id)}/restore`)).statusCode).toBe(404)
    expect((await (await callerFor(parts, administrator)).post(`${inBin(id)}/restore`)).statusCode).toBe(204)
  })
})
