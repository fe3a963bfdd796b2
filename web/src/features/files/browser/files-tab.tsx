// The files of a matter or contract: folders left, what is in one right, search, bin, and dropping anywhere.
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Loading } from '../../../components/loading.tsx'
import { foldersQuery, type FolderNode, type RecordRef, type RecordRights } from '../files.ts'
import { useFileActions } from '../file-actions.ts'
import { fileTexts as texts } from '../texts.ts'
import { uploadInto } from '../uploads/uploads.ts'
import { BinPanel } from './bin-panel.tsx'
import { DropFolder } from './drop-folder.tsx'
import { FileSearch } from './file-search.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import { FolderContents } from './folder-contents.tsx'
import { type Folder, FolderTree } from './folder-tree.tsx'
import classes from './files-tab.module.css'
import { useDrop, useNoStrayDrops } from './use-drop.ts'

/**
 * All files of a record, as a tab of its page: `rights` is the `can` of its overview. Which folder is open is kept
 * here, or by the page that gives `folderId` and `onFolder` to have it in its address. Uploads go on in the tray when
 * the tab is left.
 */
export function FilesTab(props: {
  record: RecordRef
  rights: RecordRights
  folderId?: number | null
  onFolder?: (folderId: number | null) => void
}) {
  const { record, rights } = props
  const [own, setOwn] = useState<number | null>(null)
  const [wanted, setFolder] = props.onFolder ? [props.folderId ?? null, props.onFolder] : [own, setOwn]
  const folders = useQuery(foldersQuery(record))
  if (folders.isPending) return <Loading />
  if (!folders.data) return <ErrorPanel error={folders.error} retry={folders.refetch} />
  // a folder that was deleted meanwhile is left
  const open = folders.data.find(({ id }) => id === wanted)
  return (
    <Browser
      key={`${record.type}${record.id}`}
      {...{ record, rights, open, setFolder }}
      folders={folders.data}
    />
  )
}

interface BrowserProps {
  record: RecordRef
  rights: RecordRights
  folders: readonly FolderNode[]
  open: FolderNode | undefined
  setFolder: (folderId: number | null) => void
}

function Browser({ record, rights, folders, open, setFolder }: BrowserProps) {
  const [mode, setMode] = useState<'files' | 'bin'>('files')
  const [words, setWords] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const place = { record, folderId: open?.id ?? null, folderName: open?.name ?? texts.allFiles }
  useNoStrayDrops()
  const over = useDrop(area, {
    onFiles: rights.contribute
      ? (dropped) => void dropped.then((files) => uploadInto(place, files))
      : undefined,
  })
  const goTo = (folderId: number | null) => {
    setMode('files')
    setWords('')
    setFolder(folderId)
  }
  return (
    <div ref={area} className={classes.browser} data-over={over || undefined}>
      {over && <p className={classes.hint}>{texts.dropHere(place.folderName)}</p>}
      <FilesToolbar
        place={place}
        rights={rights}
        words={words}
        onWords={setWords}
        onBin={() => setMode('bin')}
      />
      <div className={classes.parts}>
        <nav className={classes.tree} aria-label={texts.tree}>
          <RecordContext value={record}>
            <FolderTree
              label={texts.folders}
              folders={folders}
              current={mode === 'files' ? place.folderId : -1}
              onOpen={goTo}
              Wrap={rights.contribute ? TreeDrop : undefined}
            />
          </RecordContext>
        </nav>
        <div className={classes.contents}>
          {mode === 'bin' ? (
            <BinPanel record={record} onBack={() => setMode('files')} />
          ) : words.trim().length > 1 ? (
            <FileSearch record={record} words={words.trim()} />
          ) : (
            <FolderContents
              key={place.folderId}
              place={place}
              rights={rights}
              folders={folders}
              onOpen={goTo}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const RecordContext = createContext<RecordRef | undefined>(undefined)

/** A folder of the tree, onto which files and rows can be dropped. */
function TreeDrop({ folder, children }: { folder: Folder; children: ReactNode }) {
  const record = use(RecordContext)
  const actions = useFileActions()
  if (!record) return children
  const place = { record, folderId: folder.id, folderName: folder.name }
  return (
    <DropFolder
      onFiles={(dropped) => void dropped.then((files) => uploadInto(place, files))}
      onRows={(files) => void actions.move(files, folder)}
    >
      {children}
    </DropFolder>
  )
}
