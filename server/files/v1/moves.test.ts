import { beforeAll, describe, expect, test } from 'vitest'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  addFolder,
  addText,
  createFileWorld,
  detailsOf,
  download,
  eventsOf,
  type FileWorld,
  patchFile,
} from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
let contract: string
let matterId: number
let matter: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  contract = `Contract/${here.contractId}`
  // no folder has this id
  const values = { id: 1_000_000 }
  matterId = await insertMatter(parts.app, { owner: here.owner, members: [here.member], values })
  matter = `Matter/${matterId}`
})

const unique = () => `${Math.random()}`
const move = async (id: number, to: string | number, caller = here.asOwner, query = '') =>
  (await caller.post(`${files}/${id}/move${to}${query}`)).statusCode
const news = async (work: () => Promise<unknown>) => {
  const before = (await eventsOf(parts.app, here.organisationId)).length
  await work()
  return (await eventsOf(parts.app, here.organisationId)).slice(before)
}

describe('moving within a record', () => {
  test.each([
    ['no destination', ''],
    ['no destination and a slash', '/'],
    ['0', '/0'],
    ['the record’s own id, which means its root folder', 'record'],
  ])('%s is the root [F-100, F-104]', async (_, destination) => {
    const folder = await addFolder(here.asOwner, matter, unique())
    const id = await addText(here.asOwner, `Folder/${folder}`, `${unique()}.txt`)
    const events = await news(async () => {
      expect(await move(id, destination === 'record' ? `/${matterId}` : destination)).toBe(204)
    })
    expect(events).toEqual([['matter.file.updated', id]])
    expect((await detailsOf(here.asOwner, id))?.path).toMatch(/^\/0\.\d+\.txt$/)
  })

  test('a folder with this very id comes before the root', async () => {
    const owner = await createUser(parts.app, { organisationId: here.organisationId })
    const caller = await callerFor(parts, owner)
    const templateId = await createContractTemplate(parts.app, { organisationId: here.organisationId })
    const folder = await addFolder(here.asOwner, contract, unique())
    const contractId = await insertContract(parts.app, { owner, templateId, values: { id: folder + 1 } })
    const own = await addFolder(caller, `Contract/${contractId}`, 'Own')
    expect(own).toBe(contractId)
    const id = await addText(caller, `Contract/${contractId}`, 'a.txt')
    expect(await move(id, `/${own}`, caller)).toBe(204)
    expect((await detailsOf(caller, id))?.path).toBe('/Own/a.txt')
  })

  test('folders keep what is in them, and its privacy', async () => {
    const [from, to] = [
      await addFolder(here.asOwner, matter, 'From'),
      await addFolder(here.asOwner, matter, 'To'),
    ]
    const inner = await addFolder(here.asOwner, matter, 'Inner', from)
    const id = await addText(here.asOwner, `Folder/${inner}`, 'a.txt')
    await patchFile(here.asOwner, inner, { IsPrivate: true })
    expect(await move(from, `/${to}`)).toBe(204)
    expect((await detailsOf(here.asOwner, id))?.path).toBe('/To/From/Inner/a.txt')
    expect(await detailsOf(here.asMember, id)).toBeUndefined()
    expect(await detailsOf(here.asMember, from)).toMatchObject({ path: '/To/From' })
    expect(await move(inner, '')).toBe(204)
    expect((await detailsOf(here.asOwner, id))?.path).toBe('/Inner/a.txt')
  })

  test('a folder cannot be moved into itself or a subfolder [F-103]', async () => {
    const outer = await addFolder(here.asOwner, matter, unique())
    const inner = await addFolder(here.asOwner, matter, unique(), outer)
    for (const to of [outer, inner]) expect(await move(outer, `/${to}`)).toBe(409)
    expect(await move(inner, `/${outer}`)).toBe(204)
  })

  test('moving a file to where it is changes nothing and raises no event', async () => {
    const folder = await addFolder(here.asOwner, matter, unique())
    const id = await addText(here.asOwner, `Folder/${folder}`, 'a.txt')
    expect(await news(async () => expect(await move(id, `/${folder}`)).toBe(204))).toEqual([])
  })

  test.each(['abc', '-1', '1.5', '2147483648', '2147483647'])('to %s is not found', async (to) => {
    const id = await addText(here.asOwner, matter, `${unique()}.txt`)
    expect(await move(id, `/${to}`)).toBe(404)
  })

  test('to a file, or to a folder that is private to somebody else, is not found', async () => {
    const id = await addText(here.asMember, matter, `${unique()}.txt`)
    const file = await addText(here.asOwner, matter, `${unique()}.txt`)
    const hidden = await addFolder(here.asOwner, matter, unique())
    await patchFile(here.asOwner, hidden, { IsPrivate: true })
    for (const to of [file, hidden]) expect(await move(id, `/${to}`, here.asMember)).toBe(404)
  })
})

describe('moving between records', () => {
  test('a file keeps its id and versions, and is added to the other record [F-99, F-104]', async () => {
    const folder = await addFolder(here.asOwner, contract, unique())
    const id = await addText(here.asOwner, matter, `${unique()}.txt`, 'one')
    const events = await news(async () => expect(await move(id, `/${folder}`)).toBe(204))
    expect(events).toEqual([
      ['matter.file.left', id],
      ['contract.file.created', id],
    ])
    expect(await detailsOf(here.asOwner, id)).toMatchObject({
      parentRecordId: here.contractId,
      parentRecordType: 'Contract',
    })
    expect((await download(here.asOwner, id)).toString()).toBe('one')
  })

  test('a folder keeps its contents; each file has its own events', async () => {
    const to = await addFolder(here.asOwner, contract, unique())
    const folder = await addFolder(here.asOwner, matter, unique())
    const id = await addText(here.asOwner, `Folder/${folder}`, 'a.txt')
    const events = await news(async () => expect(await move(folder, `/${to}`)).toBe(204))
    expect(events.map(([name]) => name).toSorted()).toEqual([
      'contract.file.created',
      'contract.folder.created',
      'matter.file.left',
      'matter.folder.left',
    ])
    expect(await detailsOf(here.asOwner, id)).toMatchObject({ parentRecordType: 'Contract' })
    const list = await here.asOwner.get(
      `${files}?recordType=Contract&recordId=${here.contractId}&recursive=true`,
    )
    expect(list.json<{ data: { id: number }[] }>().data.map((each) => each.id)).toEqual(
      expect.arrayContaining([folder, id]),
    )
  })

  test('requires seeing both records and adding to the destination [F-103]', async () => {
    const there = await createFileWorld(parts.app, parts.server)
    const foreign = await addFolder(there.asOwner, `Contract/${there.contractId}`, 'Foreign')
    const id = await addText(here.asOwner, matter, `${unique()}.txt`)
    expect(await move(id, `/${foreign}`)).toBe(404)
    const own = await addText(here.asColleague, await soleContract(), `${unique()}.txt`)
    const folder = await addFolder(here.asOwner, contract, unique())
    expect(await move(own, `/${folder}`, here.asColleague)).toBe(404)
    // visible through a team, but not theirs: files that others added stay
    const others = await addFolder(here.asMember, matter, unique())
    await addText(here.asOwner, `Folder/${others}`, 'of the owner.txt')
    const target = await addFolder(here.asMember, contract, unique())
    expect(await move(others, `/${target}`, here.asMember)).toBe(403)
    expect(await move(id, `/${target}`, here.asMember)).toBe(403)
  })

  /** A contract of the colleague alone. */
  async function soleContract() {
    const templateId = await createContractTemplate(parts.app, { organisationId: here.organisationId })
    return `Contract/${await insertContract(parts.app, { owner: here.colleague, templateId })}`
  }

  test('a file does not leave its organisation [F-99]', async () => {
    const there = await createFileWorld(parts.app, parts.server)
    const templateId = await createContractTemplate(parts.app, { organisationId: there.organisationId })
    const shared = await insertContract(parts.app, {
      owner: there.owner,
      templateId,
      members: [here.owner],
    })
    const guest = await callerFor(parts, here.owner)
    const folder = await addFolder(there.asOwner, `Contract/${shared}`, 'Shared')
    const id = await addText(guest, matter, `${unique()}.txt`)
    expect(await move(id, `/${folder}`, guest)).toBe(409)
    expect(await detailsOf(guest, id)).toMatchObject({ parentRecordId: matterId })
  })

  test('two moves in opposite directions do not deadlock [F-103]', async () => {
    const [a, b] = [
      await addFolder(here.asOwner, contract, unique()),
      await addFolder(here.asOwner, matter, unique()),
    ]
    const inA = await Promise.all(
      Array.from({ length: 6 }, () => addText(here.asOwner, `Folder/${a}`, unique())),
    )
    const inB = await Promise.all(
      Array.from({ length: 6 }, () => addText(here.asOwner, `Folder/${b}`, unique())),
    )
    const answers = await Promise.all([
      ...inA.map((id) => move(id, `/${b}`)),
      ...inB.map((id) => move(id, `/${a}`)),
    ])
    expect(new Set(answers)).toEqual(new Set([204]))
  })

  test('of two folders moved into each other at once, one stays', async () => {
    const [a, b] = [
      await addFolder(here.asOwner, matter, unique()),
      await addFolder(here.asOwner, matter, unique()),
    ]
    const answers = await Promise.all([move(a, `/${b}`), move(b, `/${a}`)])
    expect(answers.toSorted()).toEqual([204, 409])
  })
})

describe('a moved file that becomes a version of another', () => {
  test('goes to the bin with its own versions, and cannot be restored twice', async () => {
    const folder = await addFolder(here.asOwner, matter, unique())
    const existing = await addText(here.asOwner, `Folder/${folder}`, 'Lease.txt', 'old')
    const id = await addText(here.asOwner, matter, 'Lease.txt', 'new')
    const events = await news(async () =>
      expect(await move(id, `/${folder}`, here.asOwner, '?conflictResolution=SaveVersion')).toBe(204),
    )
    expect(events).toEqual([
      ['matter.file.updated', existing],
      ['matter.file.deleted', id],
    ])
    expect(await detailsOf(here.asOwner, id)).toBeUndefined()
    expect(await detailsOf(here.asOwner, existing)).toMatchObject({ version: 2, size: 3 })
  })

  test('a folder cannot become a version of a file', async () => {
    const folder = await addFolder(here.asOwner, matter, unique())
    await addText(here.asOwner, `Folder/${folder}`, 'Annexes')
    const annexes = await addFolder(here.asOwner, matter, 'Annexes')
    for (const resolution of ['SaveVersion', 'Replace']) {
      expect(await move(annexes, `/${folder}`, here.asOwner, `?conflictResolution=${resolution}`)).toBe(409)
    }
    expect(await move(annexes, `/${folder}`, here.asOwner, '?conflictResolution=KeepBoth')).toBe(204)
    expect(await detailsOf(here.asOwner, annexes)).toMatchObject({ name: 'Annexes (1)' })
  })
})
