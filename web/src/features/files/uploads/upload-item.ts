// What an upload is: a file on its way to a folder, or to become a version of another file.
import type { RecordRef } from '../files.ts'

/** What happens to a file whose name is taken. */
export type Resolution = 'SaveVersion' | 'KeepBoth' | 'Replace' | 'Skip'
export const resolutions: readonly Resolution[] = ['SaveVersion', 'KeepBoth', 'Replace', 'Skip']

type UploadState =
  | 'checking'
  | 'waiting'
  | 'asking'
  | 'sending'
  | 'filing'
  | 'paused'
  | 'done'
  | 'skipped'
  | 'failed'

/** Where a file goes. */
export type UploadTarget =
  | {
      readonly kind: 'folder'
      readonly record: RecordRef
      readonly folderId: number | null
      readonly folderName: string
      /** Folders below that one, which are created if they are not there. */
      readonly path: readonly string[]
    }
  | {
      readonly kind: 'version'
      readonly fileId: number
      readonly comments?: string | undefined
      /** Of the file that the sender has read: nobody else's version is passed over. */
      readonly etag?: string | undefined
    }

/** An upload as the tray shows it. */
export interface UploadItem {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: UploadState
  readonly target: UploadTarget
  /** Why it failed. */
  readonly problem?: string | undefined
  /** The file that it became. */
  readonly fileId?: number | undefined
}

/** Whether something still happens to it by itself or after an answer. */
export const isUnfinished = ({ state }: Pick<UploadItem, 'state'>): boolean =>
  !['done', 'skipped', 'failed'].includes(state)
