// The versions of a file: open any, tick two to compare them, compare with another file, upload a new one.
import { Button, Checkbox } from '@mantine/core'
import { IconArrowsDiff, IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { lazily } from '../../../components/lazily.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { contentUrl } from '../../../preview/previewed.ts'
import type { FileVersion, RecordRef, RecordRights } from '../files.ts'
import { fileTexts, versionTexts as texts } from '../texts.ts'
import type { DocumentView } from './document-view.ts'
import { NewVersionDialog } from './new-version-dialog.tsx'
import { untrackedWords } from '../hidden-words.ts'
import classes from './version-list.module.css'

const ChooseFileDialog = lazily(() => import('./choose-file-dialog.tsx'), 'ChooseFileDialog')

interface Props {
  fileId: number
  etag: string | undefined
  record: RecordRef | undefined
  versions: readonly FileVersion[]
  rights: RecordRights
  view: DocumentView
  onView: (view: DocumentView) => void
  /** Opens the clauses of the library in its place. */
  onClauses: (() => void) | undefined
}

export function VersionList({ fileId, etag, record, versions, rights, view, onView, onClauses }: Props) {
  const [dialog, setDialog] = useState<'version' | 'other'>()
  const [first, setFirst] = useState<number>()
  const shown = view.version ?? versions[0]?.version
  const ticked = tickedIn(fileId, view, shown) ?? (first === undefined ? [] : [first])
  const tick = (version: number) => {
    if (ticked.includes(version)) {
      setFirst(ticked.find((one) => one !== version))
      if (view.compare) onView({ version: view.version })
      return
    }
    // a third tick replaces the first one
    const other = ticked.at(-1)
    setFirst(other === undefined ? version : undefined)
    if (other === undefined) return
    onView({ version: Math.max(other, version), compare: { fileId, version: Math.min(other, version) } })
  }
  return (
    <aside className={classes.versions} aria-label={texts.heading} data-screen-only>
      <header className={classes.head}>
        <h2>{texts.heading}</h2>
        {rights.contribute && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            onClick={() => setDialog('version')}
          >
            {texts.uploadNew}
          </Button>
        )}
      </header>
      <ol className={classes.list}>
        {versions.map((version, at) => (
          <VersionRow
            key={version.version}
            fileId={fileId}
            version={version}
            isCurrent={at === 0}
            isShown={version.version === shown && !view.compare}
            ticked={versions.length > 1 ? ticked.includes(version.version) : undefined}
            onTick={() => tick(version.version)}
            onOpen={() => onView(at === 0 ? {} : { version: version.version })}
            onChanges={
              versions[at + 1] &&
              (() =>
                onView({
                  version: version.version,
                  compare: { fileId, version: versions[at + 1]?.version ?? 1 },
                }))
            }
          />
        ))}
      </ol>
      <footer className={classes.foot}>
        {versions.length > 1 && <p>{texts.compareHint}</p>}
        {record && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowsDiff size={14} aria-hidden="true" />}
            onClick={() => setDialog('other')}
          >
            {texts.compareWithOther}
          </Button>
        )}
        {onClauses && (
          <Button variant="subtle" size="compact-sm" onClick={onClauses}>
            {texts.compareWithClause}
          </Button>
        )}
      </footer>
      {dialog === 'version' && (
        <NewVersionDialog fileId={fileId} etag={etag} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'other' && record && (
        <ChooseFileDialog
          record={record}
          without={fileId}
          onClose={() => setDialog(undefined)}
          onChoose={(compare) => {
            setDialog(undefined)
            onView({ version: view.version, compare })
          }}
        />
      )}
    </aside>
  )
}

/** The two versions of this file that are compared. */
function tickedIn(
  fileId: number,
  { compare }: DocumentView,
  shown: number | undefined,
): number[] | undefined {
  if (compare === undefined) return undefined
  return [...(compare.fileId === fileId ? [compare.version] : []), ...(shown === undefined ? [] : [shown])]
}

interface RowProps {
  fileId: number
  version: FileVersion
  isCurrent: boolean
  isShown: boolean
  /** Undefined if there is nothing to compare it with. */
  ticked: boolean | undefined
  onTick: () => void
  onOpen: () => void
  onChanges: (() => void) | undefined
}

function VersionRow({ fileId, version, isCurrent, isShown, ticked, onTick, onOpen, onChanges }: RowProps) {
  const format = useFormat()
  const { version: number, name, size, comments, created, guest, untracked } = version
  return (
    <li className={classes.version} data-shown={isShown || undefined}>
      {ticked !== undefined && (
        <Checkbox
          size="xs"
          className={classes.tick}
          aria-label={texts.compareTick(number)}
          checked={ticked}
          onChange={onTick}
        />
      )}
      <div className={classes.words}>
        <button
          type="button"
          className={classes.open}
          aria-current={isShown ? 'true' : undefined}
          onClick={onOpen}
        >
          {texts.version(number)}
          {isCurrent && (
            <>
              {' '}
              <span className={classes.current}>{texts.current}</span>
            </>
          )}
        </button>
        <p className={classes.sender}>
          {texts.sentBy(guest ?? created.userName ?? '', format.dateTime(created.dateUtc ?? ''))} ·{' '}
          {format.size(size)}
        </p>
        {comments ? <p className={classes.comments}>{comments}</p> : null}
        {untracked ? <p className={classes.untracked}>{untrackedWords(untracked)}</p> : null}
        <p className={classes.actions}>
          <a href={contentUrl({ fileId, version: number })} download={name}>
            <IconDownload size={14} aria-hidden="true" /> {fileTexts.download}
          </a>
          {onChanges && (
            <button type="button" onClick={onChanges}>
              {texts.compareWithPrevious}
            </button>
          )}
        </p>
      </div>
    </li>
  )
}
