// What is in a folder: folders first, then files; select, open, move, rename, delete.
import { Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconFileZip, IconFolderOpen, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { Loading } from '../../../components/loading.tsx'
import { type FileActions, type Handled, useFileActions } from '../file-actions.ts'
import { archiveUrl, type FileOrder, folderQuery, type FolderNode, type RecordRights } from '../files.ts'
import { MoveDialog } from '../move-dialog.tsx'
import { fileTexts as texts } from '../texts.ts'
import { FileRow, type RowFile } from './file-row.tsx'
import type { Place } from './files-toolbar.tsx'
import classes from './files-tab.module.css'
import { useRowKeys } from './use-row-keys.ts'
import { type Selection, useSelection } from './use-selection.ts'

const NameDialog = lazily(() => import('../../../components/name-dialog.tsx'), 'NameDialog')

interface Props {
  place: Place
  rights: RecordRights
  folders: readonly FolderNode[]
  onOpen: (folderId: number | null) => void
}

type Dialog = { kind: 'rename' | 'move'; files: readonly Handled[] }

export function FolderContents({ place, rights, folders, onOpen }: Props) {
  const [order, setOrder] = useState<{ by: FileOrder; descending: boolean }>({
    by: 'Name',
    descending: false,
  })
  const files = useInfiniteQuery(folderQuery({ ...place, orderBy: order.by, descending: order.descending }))
  const [dialog, setDialog] = useState<Dialog>()
  const actions = useFileActions()
  const rows: RowFile[] = [
    ...folders
      .filter(({ parentId }) => parentId === place.folderId)
      .map((folder) => ({ ...folder, type: 'Folder' as const })),
    ...(files.data?.pages.flatMap(({ items }) => items) ?? []),
  ]
  const selection = useSelection(rows.map(({ id }) => id))
  const handled = (ids: ReadonlySet<number>): Handled[] =>
    rows
      .filter(({ id }) => ids.has(id))
      .map(({ id, name }) => ({ id, name: name ?? '', folderId: place.folderId }))
  const remove = async (chosen: readonly Handled[]) => {
    if (await actions.remove(chosen)) selection.clear()
  }
  const keys = useRowKeys({
    onToggle: (id) => selection.toggle(id),
    onDelete: rights.contribute
      ? (id) => void remove(handled(selection.ids.has(id) ? selection.ids : new Set([id])))
      : undefined,
  })
  if (files.isError && !files.data) return <ErrorPanel error={files.error} retry={files.refetch} />
  if (files.isPending) return <Loading />
  if (rows.length === 0) return <Nothing isRoot={place.folderId === null} rights={rights} />
  return (
    <>
      {selection.ids.size > 0 && (
        <ActionBar
          selection={selection}
          rights={rights}
          onMove={() => setDialog({ kind: 'move', files: handled(selection.ids) })}
          onDelete={() => void remove(handled(selection.ids))}
        />
      )}
      {/* keys of the rows come to the table */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className={classes.table} onKeyDown={keys}>
        <Heads order={order} onOrder={setOrder} rows={rows} selection={selection} />
        <tbody>
          {rows.map((row) => (
            <FileRow
              key={row.id}
              file={row}
              place={place}
              rights={rights}
              selected={selection.ids.has(row.id)}
              dragged={() => handled(selection.ids.has(row.id) ? selection.ids : new Set([row.id]))}
              onToggle={(range) => selection.toggle(row.id, range)}
              onOpen={() => onOpen(row.id)}
              onRename={() => setDialog({ kind: 'rename', files: handled(new Set([row.id])) })}
              onMove={() => setDialog({ kind: 'move', files: handled(new Set([row.id])) })}
              onDelete={() => void remove(handled(new Set([row.id])))}
            />
          ))}
        </tbody>
      </table>
      {files.hasNextPage && (
        <div className={classes.foot}>
          <Button variant="default" size="xs" onClick={() => void files.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      )}
      {dialog && (
        <Dialogs
          dialog={dialog}
          place={place}
          actions={actions}
          onClose={() => setDialog(undefined)}
          onMoved={() => selection.clear()}
        />
      )}
    </>
  )
}

function Nothing({ isRoot, rights }: { isRoot: boolean; rights: RecordRights }) {
  const lead = rights.contribute ? texts.emptyHint : texts.emptyReadOnly
  return (
    <EmptyState
      title={isRoot ? texts.emptyTitle : texts.emptyFolder}
      lead={lead}
      icon={<IconFolderOpen size={28} stroke={1.5} />}
    />
  )
}

function ActionBar(props: {
  selection: Selection
  rights: RecordRights
  onMove: () => void
  onDelete: () => void
}) {
  const { selection, rights, onMove, onDelete } = props
  return (
    <div className={classes.actionBar}>
      <output>{texts.selected(selection.ids.size)}</output>
      <Button
        component="a"
        href={archiveUrl([...selection.ids])}
        variant="default"
        size="compact-sm"
        leftSection={<IconFileZip size={14} aria-hidden="true" />}
      >
        {texts.downloadZip}
      </Button>
      {rights.contribute && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFolderSymlink size={14} aria-hidden="true" />}
            onClick={onMove}
          >
            {texts.move}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTrash size={14} aria-hidden="true" />}
            onClick={onDelete}
          >
            {texts.delete}
          </Button>
        </>
      )}
      <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
        {texts.clearSelection}
      </Button>
    </div>
  )
}

function Heads(props: {
  order: { by: FileOrder; descending: boolean }
  onOrder: (order: { by: FileOrder; descending: boolean }) => void
  rows: readonly RowFile[]
  selection: Selection
}) {
  const { order, onOrder, rows, selection } = props
  const all = selection.ids.size === rows.length
  const head = (by: FileOrder, label: string, className?: string) => (
    <th
      scope="col"
      className={className}
      aria-sort={order.by === by ? (order.descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onOrder({ by, descending: order.by === by ? !order.descending : by !== 'Name' })}
      >
        {label} {order.by === by ? (order.descending ? '↓' : '↑') : ''}
      </button>
    </th>
  )
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.tick}>
          <Checkbox
            size="xs"
            aria-label={texts.selectAll}
            checked={all}
            indeterminate={!all && selection.ids.size > 0}
            onChange={() => selection.setAll(all ? [] : rows.map(({ id }) => id))}
          />
        </th>
        {head('Name', texts.name, classes.nameCell)}
        <th scope="col" className={`${classes.number} ${classes.wide}`}>
          {texts.version}
        </th>
        {head('Size', texts.size, `${classes.number} ${classes.wide}`)}
        {head('Modified/DateUtc', texts.modified, classes.wide)}
        <th scope="col" className={classes.wide}>
          {texts.modifiedBy}
        </th>
        <th scope="col" className={classes.menu}>
          <VisuallyHidden>{texts.more}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

function Dialogs(props: {
  dialog: Dialog
  place: Place
  actions: FileActions
  onClose: () => void
  onMoved: () => void
}) {
  const { dialog, place, actions, onClose, onMoved } = props
  const [first] = dialog.files
  if (dialog.kind === 'move') {
    return (
      <MoveDialog
        record={place.record}
        files={dialog.files}
        onClose={onClose}
        onMove={(to) => {
          onClose()
          void actions.move(dialog.files, to).then((done) => done && onMoved())
        }}
      />
    )
  }
  if (!first) return null
  return (
    <NameDialog
      title={texts.renameTitle(first.name)}
      label={texts.newName}
      initial={first.name}
      isOfFile
      submit={texts.save}
      onSubmit={(name) => actions.rename(first, name)}
      onClose={onClose}
    />
  )
}
