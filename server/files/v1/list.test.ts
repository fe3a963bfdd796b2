import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addContractWithDocument,
  addFolder,
  addText,
  createFileWorld,
  type FileWorld,
  patchFile,
  upload,
} from '../../../test/fixtures/files.ts'
import { askList } from '../../../test/lists/lists.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { filterCases, type FilteredColumns, holds, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
const folders = '/file-apis/v1/folders'
let here: FileWorld
let matterId: number
const ids: Record<string, number> = {}
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  matterId = await insertMatter(parts.app, { owner: here.owner, members: [here.member] })
  const contract = `Contract/${here.contractId}`
  const annexes = await addFolder(here.asOwner, contract, 'Annexes')
  const inner = await addFolder(here.asOwner, contract, 'inner', annexes)
  const odd = ["It's 100% _done_.txt", 'ÉTÉ.txt', 'été 2.txt', 'zebra', 'B.TXT', 'a.pdf']
  Object.assign(ids, { annexes, inner })
  for (const name of odd) {
    parts.clock.advance({ minutes: 1 })
    ids[name] = await addText(here.asOwner, contract, name, 'x'.repeat(name.length))
  }
  ids['deep.txt'] = await addText(here.asMember, `Folder/${inner}`, 'deep.txt')
  ids['annex.txt'] = await addText(here.asMember, `Folder/${annexes}`, 'annex.txt')
  ids['matter.txt'] = await addText(here.asMember, `Matter/${matterId}`, 'matter.txt')
  await upload(here.asOwner, here.contractId, { name: 'B.TXT', content: 'version two' })
  await patchFile(here.asOwner, ids['zebra'] ?? 0, { Description: 'An animal', IsPrivate: true })
  await addContractWithDocument(parts.app, here)
})

const list = (query: Record<string, string | number> = {}) => askList(here.asOwner, files, query)
const namesOf = async (query: Record<string, string | number>) =>
  (await list(query)).data.map(({ name }) => name).toSorted()
const ofContract = () => ({ recordType: 'Contract', recordId: here.contractId })

describe('a list', () => {
  test('returns all properties of a row', async () => {
    const { data } = await list({
      'filtering.field': 'Name',
      'filtering.operator': 'eq',
      'filtering.value': 'deep.txt',
    })
    const organisation = await parts.app.db
      .selectFrom('organisations')
      .where('id', '=', here.organisationId)
      .select('name')
      .executeTakeFirstOrThrow()
    const id = ids['deep.txt']
    expect(data).toEqual([
      {
        id,
        type: 'File',
        name: 'deep.txt',
        size: 8,
        version: 1,
        uploadedDateUtc: '2026-03-02T09:06:00.000',
        isPrivate: false,
        uploadedBy: 'Bo Lind',
        uploadedByOrganisation: organisation.name,
        fileModifiedDateUtc: '2026-03-02T09:06:00.000',
        documentId: `LW${String(here.organisationId).padStart(4, '0')}-${String(id).padStart(7, '0')}.1`,
        path: '/Annexes/inner/deep.txt',
      },
    ])
  })

  test('of a record returns its root, and with recursive everything; never contract documents [F-5]', async () => {
    const root = ['Annexes', 'B.TXT', "It's 100% _done_.txt", 'a.pdf', 'zebra', 'ÉTÉ.txt', 'été 2.txt']
    expect(await namesOf(ofContract())).toEqual(root.toSorted())
    expect(await namesOf({ ...ofContract(), folderId: 0 })).toEqual(root.toSorted())
    expect(await namesOf({ ...ofContract(), recursive: 'true' })).toEqual(
      [...root, 'inner', 'deep.txt', 'annex.txt'].toSorted(),
    )
    expect(await namesOf({ recordType: 'Matter', recordId: matterId })).toEqual(['matter.txt'])
  })

  test('of a folder returns its contents, and with recursive those of its subfolders [F-5]', async () => {
    const annexes = ids['annexes'] ?? 0
    for (const query of [
      { folderId: annexes },
      { ...ofContract(), folderId: annexes },
      { recordType: 'Folder', recordId: annexes },
    ]) {
      expect(await namesOf(query)).toEqual(['annex.txt', 'inner'])
      expect(await namesOf({ ...query, recursive: 'true' })).toEqual(['annex.txt', 'deep.txt', 'inner'])
    }
    const inner = { recordType: 'Folder', recordId: annexes, folderId: ids['inner'] ?? 0 }
    expect(await namesOf(inner)).toEqual(['deep.txt'])
  })

  test('without a location returns everything that the caller sees [F-5]', async () => {
    expect((await list({})).total).toBe(11)
    const ofMember = await askList(here.asMember, files)
    expect(ofMember.total).toBe(10)
    expect(ofMember.data.map(({ name }) => name)).not.toContain('zebra')
    expect(await askList(here.asColleague, files)).toEqual({ data: [], total: 0 })
  })

  test('names missing and wrong parameters [F-6]', async () => {
    const other = await createFileWorld(parts.app, parts.server)
    const foreign = await addFolder(other.asOwner, `Contract/${other.contractId}`, 'Foreign')
    const status = async (query: string) => (await here.asOwner.get(`${files}?${query}`)).statusCode
    expect(await status('recordId=7')).toBe(400)
    expect(await status('recordType=Matter')).toBe(400)
    expect(await status('recordType=User&recordId=7')).toBe(400)
    expect(await status('recordType=Anything&recordId=7')).toBe(400)
    expect(await status('folderId=0')).toBe(400)
    expect(await status('take=1001')).toBe(400)
    expect(await status('filtering.field=secret&filtering.operator=eq&filtering.value=1')).toBe(400)
    expect(await status('sorting.field=secret')).toBe(400)
    expect(await status(`folderId=${foreign}`)).toBe(404)
    expect(await status(`recordType=Contract&recordId=${other.contractId}`)).toBe(404)
    expect(await status(`recordType=Contract&recordId=${here.contractId}&folderId=${foreign}`)).toBe(404)
    expect(await status(`recordType=Matter&recordId=${matterId}&folderId=${ids['annexes']}`)).toBe(404)
    expect(await status(`folderId=${ids['a.pdf']}`)).toBe(404)
    expect(await status(`recordType=Folder&recordId=${ids['inner']}&folderId=${ids['annexes']}`)).toBe(404)
  })

  test('is paged without repeating or skipping rows [F-6]', async () => {
    const query = { 'sorting.field': 'type', 'sorting.direction': 'asc' }
    const whole = (await list(query)).data.map(({ id }) => id)
    const paged: number[] = []
    for (let skip = 0; skip < whole.length; skip += 3) {
      const page = await list({ ...query, skip, take: 3 })
      expect(page.total).toBe(whole.length)
      paged.push(...page.data.map(({ id }) => id))
    }
    expect(paged).toEqual(whole)
  })

  test('filters and sorts like a plain evaluation of its rows [F-6]', async () => {
    const { data } = await list({ recursive: 'true' })
    const values = (name: string) => [...new Set(data.map((row) => String(row[name])))]
    const columns: FilteredColumns = {
      id: { kind: 'number', values: values('id') },
      name: { kind: 'text', values: values('name') },
      type: { kind: 'choice', values: ['File', 'Folder'] },
      size: { kind: 'number', values: values('size') },
      version: { kind: 'number', values: values('version') },
      isPrivate: { kind: 'boolean', values: ['true', 'false'] },
      uploadedBy: { kind: 'text', values: values('uploadedBy') },
      uploadedByOrganisation: { kind: 'text', values: values('uploadedByOrganisation') },
      uploadedDateUtc: { kind: 'time', values: values('uploadedDateUtc') },
      fileModifiedDateUtc: { kind: 'time', values: values('fileModifiedDateUtc') },
      documentId: { kind: 'text', values: values('documentId') },
      path: { kind: 'text', values: values('path') },
    }
    await fc.assert(
      fc.asyncProperty(
        filterCases(columns),
        fc.constantFrom(...Object.keys(columns)),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (filter, field, direction) => {
          const found = await list({
            'filtering.field': filter.field,
            'filtering.operator': filter.operator,
            'filtering.value': filter.value,
            'sorting.field': field,
            'sorting.direction': direction,
          })
          const expected = inOrderOf(
            data.filter((row) => holds(row, filter, columns)),
            { field, direction },
            columns,
          )
          expect(found.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
          expect(found.total).toBe(expected.length)
        },
      ),
      { numRuns: repetitions(30, 250) },
    )
  })
})

describe('folders', () => {
  const foldersOf = async (query: string, caller = here.asOwner) =>
    (await caller.get(`${folders}?${query}`)).json<unknown>()

  test('of a record, and of a folder of it, by name [F-7]', async () => {
    const record = `recordType=Contract&recordId=${here.contractId}`
    expect(await foldersOf(record)).toEqual([{ id: ids['annexes'], name: 'Annexes' }])
    const inner = [{ id: ids['inner'], name: 'inner' }]
    expect(await foldersOf(`${record}&parentFolderId=${ids['annexes']}`)).toEqual(inner)
    expect(await foldersOf(`recordType=Folder&recordId=${ids['annexes']}`)).toEqual(inner)
    expect(await foldersOf(`recordType=Matter&recordId=${matterId}`)).toEqual([])
  })

  test.each([
    ['', 400],
    [' ', 400],
    ['a/b', 400],
    ['..', 400],
    ['n'.repeat(256), 400],
    ['annexes', 409],
    ['b.txt', 409],
    ['🖋'.repeat(255), 201],
  ])('follow the naming rules of files: %j [F-8]', async (name, status) => {
    const answer = await here.asOwner.post(`${folders}/contract/${here.contractId}`, { name })
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 201) await here.asOwner.delete(`${files}/${answer.body}`)
  })

  test('are created in a matter or contract, or in a folder of it [F-8]', async () => {
    const make = async (target: string, body: object, caller = here.asOwner) =>
      (await caller.post(`${folders}/${target}`, body)).statusCode
    for (const parentFolderId of [ids['annexes'], ids['a.pdf'], 2_147_483_647]) {
      expect(await make(`Matter/${matterId}`, { name: 'x', parentFolderId })).toBe(404)
    }
    expect(await make(`Folder/${ids['annexes']}`, { name: 'x' })).toBe(400)
    expect(await make(`Contract/${here.contractId}`, {})).toBe(400)
    expect(await make(`Contract/${here.contractId}`, { name: 'x' }, here.asColleague)).toBe(404)
    expect(await make(`Matter/${matterId}`, { Name: 'x', ParentFolderId: 0 })).toBe(201)
  })
})
