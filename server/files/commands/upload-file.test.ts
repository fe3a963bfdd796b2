import { describe, expect, test } from 'vitest'
import {
  createFileWorld,
  download,
  eventsOf,
  setFile,
  storedIn,
  upload,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: '5000000' })
const world = () => createFileWorld(parts.app, parts.server)

describe('a file of the same name', () => {
  const twice = async (query: string, second = 'TERMS.TXT') => {
    const here = await world()
    const first = await upload(here.asOwner, here.contractId, { name: 'Terms.txt', content: 'one' })
    const answer = await upload(here.asOwner, here.contractId, { name: second, content: 'two', query })
    const events = (await eventsOf(parts.app, here.organisationId)).map(([name]) => name)
    const versions = await versionsOf(parts.app, here.organisationId)
    return { here, first: first.json<number>(), answer, events, versions }
  }

  test.each(['', '?conflictResolution=SaveVersion'])(
    'becomes a version of the existing file: %j [F-20, F-21]',
    async (query) => {
      const { here, first, answer, events, versions } = await twice(query)
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toBe(first)
      expect(versions).toMatchObject([
        { id: first, version: 1, name: 'Terms.txt' },
        { id: first, version: 2, name: 'Terms.txt', given: 'TERMS.TXT' },
      ])
      expect(events).toEqual(['contract.file.created', 'contract.file.updated'])
      expect((await download(here.asOwner, first)).toString()).toBe('two')
      expect((await download(here.asOwner, first, '?version=1')).toString()).toBe('one')
    },
  )

  test('replaces the existing file with Replace: same id, same version, and the sweep deletes the old content [F-22, W-51]', async () => {
    const { here, first, answer, events, versions } = await twice('?conflictResolution=Replace')
    expect(answer.json()).toBe(first)
    expect(versions).toMatchObject([{ id: first, version: 1, given: 'TERMS.TXT' }])
    expect(events).toEqual(['contract.file.created', 'contract.file.updated'])
    expect((await download(here.asOwner, first)).toString()).toBe('two')
  })

  test('is stored under a numbered name with KeepBoth [F-23]', async () => {
    const { here, first, answer, versions } = await twice('?conflictResolution=KeepBoth')
    expect(answer.json()).not.toBe(first)
    expect(versions).toMatchObject([{ name: 'Terms.txt' }, { name: 'TERMS (1).TXT' }])
    const query = '?conflictResolution=KeepBoth'
    await upload(here.asOwner, here.contractId, { name: 'terms.txt', content: 'three', query })
    expect((await versionsOf(parts.app, here.organisationId)).map(({ name }) => name)).toContain(
      'terms (2).txt',
    )
  })

  test('is skipped with Skip: 204, nothing stored, no event [F-24]', async () => {
    const before = await storedIn(parts.app)
    const { answer, events, versions } = await twice('?conflictResolution=Skip')
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(versions).toMatchObject([{ version: 1 }])
    expect(events).toEqual(['contract.file.created'])
    expect(await storedIn(parts.app)).toHaveLength(before.length + 1)
  })

  test('is stored with Skip when there is no conflict', async () => {
    const { answer, versions } = await twice('?conflictResolution=Skip', 'other.txt')
    expect(answer.statusCode).toBe(201)
    expect(versions).toHaveLength(2)
  })

  test('with an unknown resolution is 400 and stores nothing [F-25]', async () => {
    const { answer, versions } = await twice('?conflictResolution=Overwrite')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { conflictResolution: [expect.any(String)] } })
    expect(versions).toHaveLength(1)
  })

  test('uploaded many times at once becomes as many versions [F-26]', async () => {
    const here = await world()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        upload(here.asOwner, here.contractId, { name: 'race.txt', content: `${index}` }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(12).fill(201))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const versions = (await versionsOf(parts.app, here.organisationId)).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  test('uploaded many times at once with KeepBoth is stored each time [F-26]', async () => {
    const here = await world()
    const query = '?conflictResolution=KeepBoth'
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        upload(here.asOwner, here.contractId, { name: 'race.txt', content: `${index}`, query }),
      ),
    )
    const names = (await versionsOf(parts.app, here.organisationId)).map(({ name }) => name)
    expect(names.sort()).toEqual(
      ['race.txt', ...Array.from({ length: 11 }, (_, index) => `race (${index + 1}).txt`)].sort(),
    )
  })
})

describe('files of others', () => {
  test.each(['parentFileId', 'folderId'])(
    '%s of another contract, or of no record, is not found [F-27]',
    async (name) => {
      const [here, there] = [await world(), await world()]
      const foreign = await upload(there.asOwner, there.contractId, { name: 'a.txt', content: 'a' })
      for (const id of [foreign.body, '2147483647']) {
        const query = `?${name}=${id}`
        const answer = await upload(here.asOwner, here.contractId, { name: 'b.txt', content: 'b', query })
        expect(answer.statusCode).toBe(404)
      }
      expect(await versionsOf(parts.app, here.organisationId)).toEqual([])
      expect(await versionsOf(parts.app, there.organisationId)).toHaveLength(1)
    },
  )

  test('a locked file accepts versions from its lock holder only [F-28]', async () => {
    const here = await world()
    const first = await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'one' })
    await setFile(parts.app, here, first.json<number>(), { locked_by: here.member.id })
    for (const query of ['', '?conflictResolution=Replace', `?parentFileId=${first.body}`]) {
      const refused = await upload(here.asOwner, here.contractId, { name: 'A.txt', content: 'two', query })
      expect(refused.statusCode).toBe(423)
    }
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(1)
    const own = await upload(here.asMember, here.contractId, { name: 'A.txt', content: 'two' })
    expect(own.statusCode).toBe(201)
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(2)
  })

  test('a member who does not see a private file does not change it; their file gets a free name', async () => {
    const here = await world()
    const secret = await upload(here.asOwner, here.contractId, { name: 'Pay.txt', content: 'secret' })
    await setFile(parts.app, here, secret.json<number>(), { private: true })
    const byId = await upload(here.asMember, here.contractId, {
      name: 'Pay.txt',
      content: 'x',
      query: `?parentFileId=${secret.body}`,
    })
    expect(byId.statusCode).toBe(404)
    const byName = await upload(here.asMember, here.contractId, { name: 'pay.txt', content: 'mine' })
    expect(byName.statusCode).toBe(201)
    expect(await versionsOf(parts.app, here.organisationId)).toMatchObject([
      { name: 'Pay.txt', version: 1 },
      { name: 'pay (1).txt', version: 1 },
    ])
    const byOwner = await upload(here.asOwner, here.contractId, { name: 'pay.txt', content: 'new' })
    expect(byOwner.json()).toBe(secret.json())
  })

  test('a member may not replace a file that somebody else added, but may add a version to it [F-29]', async () => {
    const here = await world()
    await upload(here.asOwner, here.contractId, { name: 'a.txt', content: 'one' })
    const query = '?conflictResolution=Replace'
    const refused = await upload(here.asMember, here.contractId, { name: 'a.txt', content: 'two', query })
    expect(refused.statusCode).toBe(403)
    expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(1)
    expect((await upload(here.asMember, here.contractId, { name: 'a.txt', content: 'two' })).statusCode).toBe(
      201,
    )
    expect(
      (await upload(here.asOwner, here.contractId, { name: 'a.txt', content: '3', query })).statusCode,
    ).toBe(201)
  })
})
