// A document at work: its preview, its versions, and the comparison of any two of them.
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useSignedIn } from '../../session/session.ts'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { Preview } from '../../../preview/preview.tsx'
import { previewKind } from '../../../preview/previewed.ts'
import { areWord } from '../../../preview/redline/are-word.ts'
import {
  type FileDetails,
  type FileVersion,
  fileQuery,
  type RecordRights,
  rightsOn,
  versionsQuery,
} from '../files.ts'
import { versionTexts as texts } from '../texts.ts'
import type { DocumentView, VersionRef } from './document-view.ts'
import classes from './document-pane.module.css'
import { LinkedDocument } from './linked-document.tsx'
import { VersionList } from './version-list.tsx'

const CompareView = lazy(async () => ({
  default: (await import('../../../preview/compare/compare-view.tsx')).CompareView,
}))

const EditedDocument = lazy(async () => ({
  default: (await import('./edited-document.tsx')).EditedDocument,
}))

const ClausesBeside = lazy(async () => ({
  default: (await import('../../clauses/panel/clauses-beside.tsx')).ClausesBeside,
}))

const RedlineView = lazy(async () => ({
  default: (await import('../../../preview/redline/redline-view.tsx')).RedlineView,
}))

/**
 * The document of a contract, or any file: preview beside its versions, with comparing and new versions. It fills the
 * height it is given. Give `fileId` of a contract's document as `overview.record.document.id` names it, and `rights` as
 * `overview.can`.
 *
 * What is shown is kept here, or by the caller that gives `view` and `onView`: a page that has it in its address.
 */
export function DocumentPane(props: {
  fileId: number
  rights: RecordRights
  view?: DocumentView
  onView?: (view: DocumentView) => void
}) {
  const { fileId, rights: ofRecord, view: givenView, onView } = props
  const [ownView, setOwnView] = useState<DocumentView>({})
  const [isClauses, setIsClauses] = useState(false)
  const [view, setView] = [givenView ?? ownView, onView ?? setOwnView]
  const file = useQuery(fileQuery(fileId))
  const versions = useQuery(versionsQuery(fileId))
  const error = file.error ?? versions.error
  if (error && !versions.data) return <ErrorAlert error={error} />
  if (!file.data || !versions.data) return <Loading />
  const { value } = file.data
  const { resource } = value
  const rights = rightsOn(value, ofRecord)
  if (versions.data.length === 0) return <LinkedDocument fileId={fileId} />
  const shown = shownOf(versions.data, view)
  const isWord = shown !== undefined && previewKind(shown) === 'docx'
  return (
    <div className={classes.pane} data-comparing={view.compare !== undefined || view.isEdited || undefined}>
      <Shown
        fileId={fileId}
        versions={versions.data}
        rights={rights}
        lock={value.lock}
        view={view}
        onView={setView}
      />
      {(isClauses || view.clause !== undefined) && shown ? (
        <Suspense fallback={<Loading />}>
          <ClausesBeside
            key={view.clause}
            file={{ fileId, ...shown }}
            clause={isWord ? view.clause : undefined}
            onClose={() => {
              setIsClauses(false)
              if (view.clause !== undefined) setView({ ...view, clause: undefined })
            }}
          />
        </Suspense>
      ) : (
        <VersionList
          fileId={fileId}
          etag={file.data.etag}
          record={resource ? { type: resource.type, id: resource.id } : undefined}
          versions={versions.data}
          rights={rights}
          view={view}
          onView={setView}
          onClauses={isWord ? () => setIsClauses(true) : undefined}
        />
      )}
    </div>
  )
}

interface ShownProps {
  fileId: number
  versions: readonly FileVersion[]
  rights: RecordRights
  lock: FileDetails['lock']
  view: DocumentView
  onView: (view: DocumentView) => void
}

const shownOf = (versions: readonly FileVersion[], view: DocumentView) =>
  versions.find(({ version }) => version === view.version) ?? versions[0]

function Shown({ fileId, versions, rights, lock, view, onView }: ShownProps) {
  const latest = versions[0]
  const shown = shownOf(versions, view)
  if (!shown || !latest) return null
  if (view.compare) {
    const other = { fileId, version: shown.version }
    return (
      <Compared
        fileId={fileId}
        view={view.compare}
        other={other}
        changes={view.changes}
        onChanges={(changes) => onView({ ...view, changes })}
        onEnd={() => onView({ version: view.version })}
      />
    )
  }
  const previewed = { fileId, ...shown }
  if (view.isEdited && rights.contribute && shown === latest && previewKind(previewed) === 'docx')
    return (
      <div className={classes.shown}>
        <Suspense fallback={<Loading />}>
          <EditedDocument
            file={previewed}
            mayTakeOver={rights.rights.includes('breakFileLocks')}
            onEnd={() => onView({})}
          />
        </Suspense>
      </div>
    )
  const editing = {
    onSaved: () => onView({}),
    ...(shown === latest ? { onEdit: () => onView({ isEdited: true }) } : {}),
  }
  return (
    <div className={classes.shown}>
      <EditedBy lock={lock} />
      {shown !== latest && (
        <p className={classes.older}>
          {texts.shownOlder(shown.version)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => onView({})}>
            {texts.showCurrent}
          </Button>
        </p>
      )}
      <div className={classes.preview}>
        <Preview
          file={previewed}
          position={{ page: view.page, find: view.find }}
          {...(rights.contribute ? { editing } : {})}
        />
      </div>
    </div>
  )
}

/** Who is editing it; of other locks the page of the file says who has them. */
function EditedBy({ lock }: { lock: FileDetails['lock'] }) {
  const { user } = useSignedIn()
  const format = useFormat()
  if (lock?.for !== 'Editing') return null
  const until = format.time(lock.expires ?? '')
  return (
    <p className={classes.older}>
      <IconPencil size={16} aria-hidden="true" />
      {lock.user.id === user.id ? texts.editedByYou : texts.editedBy(lock.user.name, until)}
    </p>
  )
}

interface ComparedProps {
  fileId: number
  view: VersionRef
  other: VersionRef
  changes: string | undefined
  onChanges: (changes: string | undefined) => void
  onEnd: () => void
}

/** The earlier of two versions of one file stands first; of two files, the other one. */
function Compared({ fileId, view, other, changes, onChanges, onEnd }: ComparedProps) {
  const isOneFile = view.fileId === fileId
  const [left, right] = isOneFile && view.version > other.version ? [other, view] : [view, other]
  const one = useComparedVersion(left, isOneFile)
  const two = useComparedVersion(right, isOneFile)
  const error = one.error ?? two.error
  return (
    <div className={classes.shown}>
      <p className={classes.older}>
        {/* the tick that began it is out of sight: the way back is where the keyboard goes on */}
        <Button ref={focusOnce} variant="default" size="xs" onClick={onEnd}>
          {texts.endCompare}
        </Button>
      </p>
      <div className={classes.preview}>
        {error ? (
          <ErrorAlert error={error} />
        ) : one.data && two.data ? (
          <Suspense fallback={<Loading />}>
            {areWord(one.data.name, two.data.name) ? (
              <RedlineView left={one.data} right={two.data} only={changes} onOnly={onChanges} />
            ) : (
              <CompareView left={one.data} right={two.data} />
            )}
          </Suspense>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  )
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

function useComparedVersion({ fileId, version }: VersionRef, isOneFile: boolean) {
  const format = useFormat()
  const { data, error } = useQuery(versionsQuery(fileId))
  const found = data?.find((each) => each.version === version)
  if (!found) return { data: undefined, error: error ?? (data ? new Error(texts.gone) : null) }
  const { name, created, guest } = found
  const about = texts.sentBy(guest ?? created.userName ?? '', format.date(created.dateUtc ?? ''))
  const what = isOneFile ? texts.version(version) : `${name}, ${texts.version(version).toLowerCase()}`
  return { data: { fileId, version, name, label: `${what} (${about})` }, error: null }
}
