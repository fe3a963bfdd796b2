// Every conflict resolution on every operation that can meet a taken name, compared with a model of the rules.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addFolder,
  addText,
  createFileWorld,
  download,
  eventsOf,
  type FileWorld,
  patchFile,
  sendRaw,
  upload,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const files = '/file-apis/v1/files'
let here: FileWorld
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
})

const operations = ['form upload', 'raw upload', 'finalise', 'move', 'patch'] as const
type Operation = (typeof operations)[number]
const resolutions = [undefined, 'Replace', 'KeepBoth', 'SaveVersion', 'Skip'] as const
type Resolution = (typeof resolutions)[number]
const situations = [
  'nothing',
  'own file',
  'file of another',
  'folder',
  'locked file',
  'hidden file',
  'hidden folder',
] as const
type Situation = (typeof situations)[number]

type Expected =
  | 'arrives'
  | 'keepBoth'
  | 'version'
  | 'replaced'
  | 'skipped'
  | { readonly status: 403 | 409 | 423 }

const textOf = async (caller: FileWorld['asOwner'], id: number) => (await download(caller, id)).toString()

/** The rules as a readable table. The caller is a member who may add to the contract but not change it. */
function expectedOf(operation: Operation, situation: Situation, given: Resolution): Expected {
  if (situation === 'nothing') return 'arrives'
  if (operation === 'patch') return { status: 409 }
  const hidden = situation.startsWith('hidden')
  // without a resolution, an upload becomes a version and a move asks; a file that the caller may not see is never
  // asked about
  if (operation === 'move' && given === undefined) return hidden ? 'keepBoth' : { status: 409 }
  const resolution = given ?? 'SaveVersion'
  if (resolution === 'Skip') return 'skipped'
  if (resolution === 'KeepBoth' || hidden) return 'keepBoth'
  if (situation === 'folder') return { status: 409 }
  if (situation === 'locked file') return { status: 423 }
  if (resolution === 'SaveVersion') return 'version'
  return situation === 'own file' ? 'replaced' : { status: 403 }
}

interface Scene {
  readonly target: string
  readonly folderId: number
  readonly existing: number | undefined
}

/** A folder of its own, with something named `Terms.txt` in it. */
async function sceneOf(situation: Situation): Promise<Scene> {
  const contract = `Contract/${here.contractId}`
  const folderId = await addFolder(here.asOwner, contract, `${Math.random()}`)
  const target = `Folder/${folderId}`
  const others = () => addText(here.asOwner, target, 'Terms.txt', 'there before')
  const existing = {
    nothing: async () => undefined,
    'own file': () => addText(here.asMember, target, 'Terms.txt', 'there before'),
    'file of another': others,
    folder: () => addFolder(here.asMember, contract, 'Terms.txt', folderId),
    'locked file': async () => {
      const id = await others()
      await patchFile(here.asOwner, id, { IsLocked: true })
      return id
    },
    'hidden file': async () => {
      const id = await others()
      await patchFile(here.asOwner, id, { IsPrivate: true })
      return id
    },
    'hidden folder': async () => {
      const id = await addFolder(here.asOwner, contract, 'Terms.txt', folderId)
      await patchFile(here.asOwner, id, { IsPrivate: true })
      return id
    },
  }
  return { target, folderId, existing: await existing[situation]() }
}

/** Performs the operation as the member, with content `new`; returns the status, and the id if there is one. */
async function carryOut(operation: Operation, scene: Scene, resolution: Resolution) {
  const query = resolution === undefined ? '' : `?conflictResolution=${resolution}`
  const more = `${query}${query === '' ? '?' : '&'}folderId=${scene.folderId}`
  switch (operation) {
    case 'form upload':
      return upload(here.asMember, here.contractId, { name: 'TERMS.txt', content: 'new', query: more })
    case 'raw upload':
      return sendRaw(here.asMember, scene.target, { name: 'TERMS.txt', content: 'new', query })
    case 'finalise': {
      const first = await sendRaw(here.asMember, scene.target, {
        name: 'TERMS.txt',
        content: 'new',
        query: '?conflictResolution=KeepBoth',
      })
      const end = { outcome: 'Succeeded', conflictResolution: resolution ?? 'SaveVersion' }
      return here.asMember.put(`${files}/${scene.target}/uploads/${first.body}`, end)
    }
    case 'move': {
      const from = await addFolder(here.asMember, `Contract/${here.contractId}`, `${Math.random()}`)
      const id = await addText(here.asMember, `Folder/${from}`, 'TERMS.txt', 'new')
      return here.asMember.post(`${files}/${id}/move/${scene.folderId}${query}`)
    }
    case 'patch': {
      const from = await addFolder(here.asMember, `Contract/${here.contractId}`, `${Math.random()}`)
      const id = await addText(here.asMember, `Folder/${from}`, 'other.txt', 'new')
      return here.asMember.patch(`${files}/${id}`, { Name: 'TERMS.txt', FolderId: scene.folderId })
    }
  }
}

interface Listed {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly version: number
}

const listed = async ({ folderId }: Scene) =>
  (await here.asOwner.get(`${files}?folderId=${folderId}&sorting.field=id`)).json<{ data: Listed[] }>().data

const cases = operations.flatMap((operation) =>
  situations.flatMap((situation) =>
    (operation === 'patch' ? [undefined] : resolutions).map(
      (resolution) =>
        [operation, situation, resolution, expectedOf(operation, situation, resolution)] as const,
    ),
  ),
)

describe('a name that is taken', () => {
  test.each(cases)(
    '%s, %s there, %s: %j [F-41, F-101, F-102]',
    async (operation, situation, resolution, expected) => {
      const scene = await sceneOf(situation)
      const eventCount = (await eventsOf(parts.app, here.organisationId)).length
      const answer = await carryOut(operation, scene, resolution)
      const after = await listed(scene)
      const news = (await eventsOf(parts.app, here.organisationId)).slice(eventCount)
      const [first] = after
      const isFolder = situation.endsWith('folder')

      if (typeof expected === 'object') {
        // what an upload did before it was finalised stays unchanged
        const rest = operation === 'finalise' ? [expect.objectContaining({ name: 'TERMS (1).txt' })] : []
        expect(answer.statusCode, answer.body).toBe(expected.status)
        expect(after).toEqual([expect.objectContaining({ id: scene.existing, name: 'Terms.txt' }), ...rest])
        if (!isFolder) expect(await textOf(here.asOwner, scene.existing ?? 0)).toBe('there before')
        return
      }
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      switch (expected) {
        case 'arrives':
          expect(after).toMatchObject([{ name: 'TERMS.txt', type: 'File', version: 1 }])
          expect(await textOf(here.asOwner, first?.id ?? 0)).toBe('new')
          break
        case 'keepBoth':
          expect(after).toMatchObject([
            { id: scene.existing, name: 'Terms.txt' },
            { name: 'TERMS (1).txt', type: 'File', version: 1 },
          ])
          expect(await textOf(here.asOwner, after[1]?.id ?? 0)).toBe('new')
          if (!isFolder) expect(await textOf(here.asOwner, scene.existing ?? 0)).toBe('there before')
          break
        case 'version':
        case 'replaced': {
          const version = expected === 'version' ? 2 : 1
          expect(after).toMatchObject([{ id: scene.existing, name: 'Terms.txt', version }])
          expect(await textOf(here.asOwner, scene.existing ?? 0)).toBe('new')
          expect(news).toContainEqual(['contract.file.updated', scene.existing])
          const before = await here.asOwner.get(`${files}/${scene.existing}/download?version=1`)
          expect(before.body).toBe(expected === 'version' ? 'there before' : 'new')
          break
        }
        case 'skipped':
          expect(after).toMatchObject([{ id: scene.existing, name: 'Terms.txt' }])
          expect(after).toHaveLength(1)
          if (operation !== 'finalise') expect(answer.statusCode).toBe(204)
          expect(news.filter(([name]) => name === 'contract.file.updated')).toEqual([])
      }
    },
  )
})
