// The page of one file: its preview, versions and comparison, what can be done with it, and what happened to it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { MailedVersionsOf } from '../../../app/mailed-versions.tsx'
import { kinds } from '../../../lib/kinds.ts'
import { lazily } from '../../../components/lazily.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { hasStatus } from '../../../lib/refusal.ts'
import {
  type FileDetails,
  fileQuery,
  recordQuery,
  type RecordRef,
  type RecordRights,
  rightsOn,
} from '../files.ts'
import { filePageTexts as texts } from '../texts.ts'
import { DocumentPane } from './document-pane.tsx'
import { type DocumentView, viewFrom, wordsOf } from './document-view.ts'
import { FileHeader } from './file-header.tsx'
import { FileHistory } from './file-history.tsx'
import classes from './file-page.module.css'

// folders have this page as well
const FilesTab = lazily(() => import('../browser/files-tab.tsx'), 'FilesTab', <PageSkeleton />)

export function FilePage() {
  const { id } = useParams({ from: '/signed-in/files/$id' })
  const file = useQuery(fileQuery(Number(id)))
  if (file.isPending) return <PageSkeleton />
  if (!file.data) {
    return (
      <Page key={id} title={texts.title}>
        {hasStatus(file.error, 404) ? <p>{texts.notFound}</p> : <ErrorAlert error={file.error} />}
      </Page>
    )
  }
  const { value, etag } = file.data
  return <ShownFile key={id} file={value} etag={etag} />
}

function ShownFile({ file, etag }: { file: FileDetails; etag: string | undefined }) {
  const { id } = file
  const words = useSearch({ from: '/signed-in/files/$id' })
  const navigate = useNavigate()
  const record = file.resource ? { type: file.resource.type, id: file.resource.id } : undefined
  const rights = rightsOn(file, useRecordRights(record))
  const setView = (view: DocumentView) =>
    void navigate({ to: '/files/$id', params: { id: String(id) }, search: wordsOf(id, view) })
  return (
    <Page title={file.name ?? texts.title}>
      <FileHeader file={file} etag={etag} record={record} rights={rights} />
      {record && file.type === 'File' && (
        <MailedVersionsOf record={record} fileId={id} mayTake={rights.contribute} />
      )}
      {file.type === 'Folder' ? (
        record && <FolderFiles record={record} rights={rights} folderId={id} />
      ) : (
        <div className={classes.document}>
          <DocumentPane fileId={id} rights={rights} view={viewFrom(id, words)} onView={setView} />
        </div>
      )}
      {file.type !== 'Folder' && <FileHistory fileId={id} />}
    </Page>
  )
}

/** A folder shows all files of its record, opened at itself. */
function FolderFiles(props: { record: RecordRef; rights: RecordRights; folderId: number }) {
  const [folderId, setFolderId] = useState<number | null>(props.folderId)
  return <FilesTab record={props.record} rights={props.rights} folderId={folderId} onFolder={setFolderId} />
}

const none: RecordRights = { contribute: false, rights: [] }

function useRecordRights(record: RecordRef | undefined) {
  const overview = useQuery({
    ...recordQuery(record ?? { type: kinds.matter.type, id: 0 }),
    enabled: record !== undefined,
  })
  return overview.data?.can ?? none
}
