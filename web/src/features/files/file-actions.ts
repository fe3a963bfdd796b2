// What people do with files and folders: each says in a message what was done, with the way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { answer, client, ifMatch } from '../../lib/client.ts'
import { Refusal } from '../../lib/refusal.ts'
import { filesKey, type RecordRef } from './files.ts'
import { fileTexts as texts } from './texts.ts'

/** A file or folder that something is done with. */
export interface Handled {
  readonly id: number
  readonly name: string
  /** The folder that it is in. */
  readonly folderId: number | null
}

const one = (fileId: number) => ({ params: { path: { fileId } } })

async function patch(
  id: number,
  body: { name?: string; folder?: { id: number } | null; restricted?: boolean },
) {
  await client.PATCH('/v2/files/{fileId}', { ...one(id), body })
}

/** The actions; failures are shown in a message, and `true` says that all of it was done. */
export function useFileActions() {
  return actionsWith(useQueryClient())
}

export type FileActions = ReturnType<typeof actionsWith>

interface DoneTexts {
  readonly text: string
  readonly undo?: () => unknown
}

/** Does it for each, then shows what failed and what was done. */
type ForEach = (
  files: readonly Handled[],
  work: (file: Handled) => Promise<unknown>,
  done: (files: readonly Handled[]) => DoneTexts,
) => Promise<boolean>

function forEachWith(stale: () => Promise<unknown>): ForEach {
  return async (files, work, done) => {
    const successes: Handled[] = []
    const problems: string[] = []
    for (const file of files) {
      try {
        await work(file)
        successes.push(file)
      } catch (error) {
        problems.push(`${file.name}: ${error instanceof Refusal ? error.message : String(error)}`)
      }
    }
    await stale()
    if (successes.length > 0) showToast(done(successes))
    if (problems.length > 0) {
      const rest = problems.length > 1 ? `${texts.someFailed(problems.length)}. ` : ''
      showToast({ text: `${rest}${problems[0] ?? ''}`, problem: true })
    }
    return problems.length === 0
  }
}

function actionsWith(queries: QueryClient) {
  const stale = () => queries.invalidateQueries({ queryKey: filesKey })
  const each = forEachWith(stale)
  return { ...movingWith(each), ...namingWith(stale), ...settingWith(each, stale) }
}

function movingWith(each: ForEach) {
  const restore = async (files: readonly Handled[]) => {
    await each(
      files,
      ({ id }) => client.POST('/v2/bin/{fileId}/restore', one(id)),
      (restored) => ({ text: texts.restored(nameOf(restored)) }),
    )
  }
  const moveTo = (id: number, folderId: number | null) =>
    patch(id, { folder: folderId === null ? null : { id: folderId } })
  const moveBack = async (files: readonly Handled[]) => {
    await each(
      files,
      ({ id, folderId }) => moveTo(id, folderId),
      (back) => ({ text: texts.movedBack(back.length) }),
    )
  }
  return {
    restore,
    /** To the bin. */
    remove: (files: readonly Handled[]): Promise<boolean> =>
      each(
        files,
        ({ id }) => client.DELETE('/v2/files/{fileId}', one(id)),
        (deleted) => ({ text: texts.deleted(deleted.length, nameOf(deleted)), undo: () => restore(deleted) }),
      ),
    move: (files: readonly Handled[], to: { id: number | null; name: string }): Promise<boolean> =>
      each(
        files.filter(({ id, folderId }) => folderId !== to.id && id !== to.id),
        ({ id }) => moveTo(id, to.id),
        (moved) => ({ text: texts.moved(moved.length, to.name), undo: () => moveBack(moved) }),
      ),
  }
}

function namingWith(stale: () => Promise<unknown>) {
  return {
    /** Throws what the server has against the name. */
    async rename(file: Handled, name: string, etag?: string): Promise<void> {
      await client.PATCH('/v2/files/{fileId}', { ...one(file.id), body: { name }, headers: ifMatch(etag) })
      await stale()
      const undo = async () => {
        await patch(file.id, { name: file.name })
        await stale()
      }
      showToast({ text: texts.renamed(name), undo })
    },

    /** Throws what the server has against the name. */
    async createFolder(
      record: RecordRef,
      folderId: number | null,
      name: string,
    ): Promise<number | undefined> {
      const body = { name, resource: record, ...(folderId === null ? {} : { folder: { id: folderId } }) }
      const made = await answer(client.POST('/v2/files', { body }))
      await stale()
      return made?.id
    },
  }
}

function settingWith(each: ForEach, stale: () => Promise<unknown>) {
  const setPrivate = (file: Handled, restricted: boolean): Promise<boolean> =>
    each(
      [file],
      ({ id }) => patch(id, { restricted }),
      () => ({
        text: restricted ? texts.madePrivate(file.name) : texts.madePublic(file.name),
        undo: () => setPrivate(file, !restricted),
      }),
    )
  return {
    setPrivate,
    /** Throws if somebody else has locked it. */
    async lock(id: number, locked: boolean): Promise<void> {
      if (locked) await client.PUT('/v2/files/{fileId}/lock', { ...one(id), body: {} })
      else await client.DELETE('/v2/files/{fileId}/lock', one(id))
      await stale()
    },
  }
}

const nameOf = (files: readonly Handled[]): string =>
  files.length === 1 ? (files[0]?.name ?? '') : texts.items(files.length)
