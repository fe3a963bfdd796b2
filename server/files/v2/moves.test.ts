// v2 of moving many files and folders, and of what happens to names that are taken.
import { expect, test } from 'vitest'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: string) =>
    Number((await upload(here.asOwner, here.contractId, { name, content })).body)
  const folder = async (name: string, resource: object = { id: here.contractId, type: 'Contract' }) => {
    const made = await here.asOwner.post('/v2/files', { name, resource })
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: number }>().id
  }
  const move = (body: object, by = here.asOwner) => by.post('/v2/files/move', body)
  const where = async (id: number) =>
    (await here.asOwner.get(`/v2/files/${id}`)).json<{ name: string; folder: { id: number } | null }>()
  return { ...here, add, folder, move, where }
}

test('many files and folders go to a folder, also of another record, or to the root [F-150]', async () => {
  const { owner, add, folder, move, where } = await world()
  const [one, two] = [await add('one.txt', '1'), await add('two.txt', '2')]
  const [inner, outer] = [await folder('Inner'), await folder('Outer')]
  const answer = await move({ ids: [one, two, inner, 999_999_999], folder: { id: outer } })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toEqual({
    moved: 3,
    unchanged: 0,
    skipped: [{ id: 999_999_999, because: 'There is nothing here, or nothing that you have access to.' }],
  })
  expect((await where(one)).folder).toMatchObject({ id: outer })
  expect((await where(inner)).folder).toMatchObject({ id: outer })
  expect((await move({ ids: [outer], folder: { id: inner } })).json()).toMatchObject({
    moved: 0,
    skipped: [{ id: outer }],
  })
  expect((await move({ ids: [one, two], folder: null })).json()).toMatchObject({ moved: 2 })
  expect((await move({ ids: [one], folder: null })).json()).toMatchObject({ moved: 0, unchanged: 1 })
  expect((await where(one)).folder).toBeNull()
  const matterId = await insertMatter(parts.app, { owner, values: { name: 'Elsewhere' } })
  const elsewhere = await folder('Elsewhere', { id: matterId, type: 'Matter' })
  expect((await move({ ids: [two], folder: { id: elsewhere } })).json()).toMatchObject({ moved: 1 })
  expect((await where(two)).folder).toMatchObject({ id: elsewhere })
})

test('onConflict says what happens to a name that is taken; without it that one is skipped [F-150]', async () => {
  const { asOwner, add, folder, move, where } = await world()
  const target = await folder('Target')
  const first = await add('a.txt', 'first')
  await move({ ids: [first], folder: { id: target } })
  const another = async (content: string) => add('a.txt', content)
  const second = await another('second')
  const refused = (await move({ ids: [second], folder: { id: target } })).json()
  expect(refused).toEqual({
    moved: 0,
    unchanged: 0,
    skipped: [
      {
        id: second,
        because: `Something named a.txt already exists here (file ${first}); choose with onConflict what to do.`,
      },
    ],
  })
  const choose = (onConflict: string, id = second) => move({ ids: [id], folder: { id: target }, onConflict })
  expect((await choose('Skip')).json()).toMatchObject({ moved: 0, unchanged: 1 })
  expect((await choose('KeepBoth')).json()).toMatchObject({ moved: 1 })
  expect((await where(second)).name).toBe('a (1).txt')
  const third = await another('third')
  expect((await choose('SaveVersion', third)).json()).toMatchObject({ moved: 1 })
  expect((await asOwner.get(`/v2/files/${third}`)).statusCode).toBe(404)
  expect((await asOwner.get(`/v2/files/${first}/content`)).body).toBe('third')
  expect((await asOwner.get(`/v2/files/${first}`)).json()).toMatchObject({ version: 2 })
  expect((await choose('Whatever')).statusCode).toBe(400)
})

test.each([
  [{ folder: null }, 'ids'],
  [{ ids: [], folder: null }, 'ids'],
  [{ ids: ['a'], folder: null }, 'ids'],
  [{ ids: Array.from({ length: 201 }, (_, index) => index + 1), folder: null }, 'ids'],
  [{ ids: [1] }, 'folder'],
  [{ ids: [1], folder: { id: 999_999_999 } }, 'folder'],
  [{ ids: [1], folder: null, to: 1 }, 'to'],
])('%# what is wrong is refused before anything is moved', async (body, name) => {
  const { move } = await world()
  const answer = await move(body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
})

test('who may not manage a file does not move it [F-150]', async () => {
  const { asMember, asColleague, add, folder, move } = await world()
  const [id, target] = [await add('theirs.txt', '1'), await folder('Target')]
  const body = { ids: [id], folder: { id: target } }
  expect((await move(body, asMember)).json()).toMatchObject({ moved: 0, skipped: [{ id }] })
  expect((await move(body, asColleague)).statusCode).toBe(400)
  expect((await move({ ...body, folder: null }, asColleague)).json()).toMatchObject({
    skipped: [{ id, because: 'There is nothing here, or nothing that you have access to.' }],
  })
})

test('PATCH renames and moves with a choice, and comments on a version [F-151]', async () => {
  const { asOwner, add, folder, where } = await world()
  const [one, two] = [await add('one.txt', 'one'), await add('two.txt', 'two')]
  const patch = (id: number, body: object) => asOwner.patch(`/v2/files/${id}`, body)
  expect((await patch(two, { name: 'one.txt' })).statusCode).toBe(409)
  expect((await patch(two, { name: 'one.txt', onConflict: 'Skip' })).statusCode).toBe(204)
  expect((await where(two)).name).toBe('two.txt')
  expect(
    (await patch(two, { name: 'one.txt', onConflict: 'KeepBoth', description: 'Copy' })).statusCode,
  ).toBe(204)
  expect(await where(two)).toMatchObject({ name: 'one (1).txt' })
  const mixed = await patch(two, { name: 'one.txt', onConflict: 'SaveVersion', description: 'x' })
  expect([mixed.statusCode, mixed.json<{ detail: string }>().detail]).toEqual([
    409,
    'Its content would go to one.txt, which is there already: change description apart from that.',
  ])
  const merged = await patch(two, { name: 'one.txt', onConflict: 'SaveVersion', comments: 'From two' })
  expect([merged.statusCode, merged.headers['location']]).toEqual([204, `/v2/files/${one}`])
  expect((await asOwner.get(`/v2/files/${two}`)).statusCode).toBe(404)
  const versions = async () => (await asOwner.get(`/v2/files/${one}/versions`)).json().items
  expect(await versions()).toMatchObject([{ version: 2, comments: 'From two' }, { version: 1 }])
  const etag = (await asOwner.get(`/v2/files/${one}`)).headers['etag']
  expect((await patch(one, { comments: 'As signed', name: 'three.txt' })).statusCode).toBe(204)
  expect(await versions()).toMatchObject([{ version: 2, comments: 'As signed' }, { version: 1 }])
  expect((await asOwner.get(`/v2/files/${one}`)).headers['etag']).not.toBe(etag)
  const target = await folder('Target')
  expect((await patch(target, { comments: 'x' })).statusCode).toBe(400)
  expect((await patch(one, { folder: { id: target }, onConflict: 'Replace' })).statusCode).toBe(204)
  expect((await where(one)).folder).toMatchObject({ id: target })
})

test('a new version comes with comments [F-151]', async () => {
  const { asOwner, add } = await world()
  const id = await add('a.txt', 'one')
  const { payload, headers } = form({
    comments: 'Clause 4 is new',
    file: { name: 'a.txt', content: 'two', contentType: 'text/plain' },
  })
  expect((await asOwner.post(`/v2/files/${id}`, payload, { headers })).statusCode).toBe(201)
  const { items } = (await asOwner.get(`/v2/files/${id}/versions`)).json<{ items: object[] }>()
  expect(items).toMatchObject([{ version: 2, comments: 'Clause 4 is new' }, { version: 1 }])
})
