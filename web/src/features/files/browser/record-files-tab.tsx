// The files of a record on its page: the open folder is in the address, so that a link leads to it and back leads out
// of it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RecordRef, RecordRights } from '../files.ts'
import { FilesTab } from './files-tab.tsx'

export function RecordFilesTab({ record, rights }: { record: RecordRef; rights: RecordRights }) {
  const navigate = useNavigate()
  const { folder } = useSearch({ strict: false })
  const open = (folderId: number | null) =>
    void navigate({
      to: '.',
      search: { tab: 'files', folder: folderId === null ? undefined : String(folderId) },
    })
  return (
    <FilesTab
      record={record}
      rights={rights}
      folderId={folder === undefined ? null : Number(folder)}
      onFolder={open}
    />
  )
}
