// Folders and what lies in them: each file carries the folders above it, and whether one of them hides it. Both are brought
// up to date here, while the record is held, so that nothing can be put into a folder at the same time.
import type { File } from './file.ts'

/** The columns of something that is put into a folder, or into the root of its record. */
export function inFolder(folder: File | null) {
  return {
    folder_id: folder?.id ?? null,
    folder_ids: folder ? [...folder.folderIds, folder.id] : [],
    shielded: folder?.isShielded ?? false,
    shielded_for: folder?.shieldedFor ?? null,
  }
}
