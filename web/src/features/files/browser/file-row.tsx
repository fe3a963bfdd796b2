// One row of the list: a file or a folder.
import { ActionIcon, Checkbox } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { IconDots, IconDownload, IconEdit, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { contentUrl } from '../../../preview/previewed.ts'
import { type Handled, useFileActions } from '../file-actions.ts'
import { FileIcon } from '../file-icon.tsx'
import { archiveUrl, type FileItem, type FolderNode, type RecordRights } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import { uploadInto } from '../uploads/uploads.ts'
import type { Place } from './files-toolbar.tsx'
import classes from './files-tab.module.css'
import { useDragRows, useDrop } from './use-drop.ts'

export type RowFile = FileItem | (FolderNode & { type: 'Folder' })

interface Props {
  file: RowFile
  place: Place
  rights: RecordRights
  selected: boolean
  /** What is dragged with this row. */
  dragged: () => readonly Handled[]
  onToggle: (range: boolean) => void
  onOpen: () => void
  onRename: () => void
  onMove: () => void
  onDelete: () => void
}

export function FileRow(props: Props) {
  const { file, place, rights, selected, dragged, onToggle } = props
  const row = useRef<HTMLTableRowElement>(null)
  const actions = useFileActions()
  const isFolder = file.type === 'Folder'
  const name = file.name ?? ''
  const canDrop = isFolder && rights.contribute
  useDragRows(row, dragged, rights.contribute)
  const over = useDrop(row, {
    onFiles: canDrop
      ? (dropped) =>
          void dropped.then((files) => uploadInto({ ...place, folderId: file.id, folderName: name }, files))
      : undefined,
    onRows: canDrop ? (files) => void actions.move(files, { id: file.id, name }) : undefined,
  })
  return (
    <tr ref={row} data-id={file.id} data-selected={selected || undefined} data-over={over || undefined}>
      <td className={classes.tick}>
        <Checkbox
          size="xs"
          aria-label={texts.select(name)}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => onToggle(event.shiftKey)}
        />
      </td>
      <td className={classes.nameCell}>
        <span className={classes.name}>
          <FileIcon file={file} />
          <Name {...props} />
          {'restricted' in file && file.restricted ? (
            <span className={classes.private} title={texts.privateHint}>
              {texts.private}
            </span>
          ) : null}
        </span>
      </td>
      <Facts file={file} />
      <td className={classes.menu}>
        <RowMenu {...props} />
      </td>
    </tr>
  )
}

function Name({ file, onOpen }: Props) {
  if (file.type === 'Folder') {
    return (
      <button type="button" data-open className={classes.link} onClick={onOpen}>
        {file.name}
      </button>
    )
  }
  return (
    <Link
      data-open
      className={classes.link ?? ''}
      to="/files/$id"
      params={{ id: String(file.id) }}
      draggable={false}
    >
      {file.name}
    </Link>
  )
}

function Facts({ file }: { file: RowFile }) {
  const format = useFormat()
  const facts = 'version' in file ? file : undefined
  const modified = facts?.modified
  return (
    <>
      <td className={`${classes.number} ${classes.wide}`}>{facts?.version ?? ''}</td>
      <td className={`${classes.number} ${classes.wide}`}>{facts?.size ? format.size(facts.size) : ''}</td>
      <td className={`${classes.quiet} ${classes.wide}`}>
        {modified?.dateUtc ? format.dateTime(modified.dateUtc) : ''}
      </td>
      <td className={`${classes.quiet} ${classes.wide}`}>{modified?.userName ?? ''}</td>
    </>
  )
}

function RowMenu({ file, rights, onRename, onMove, onDelete }: Props) {
  const name = file.name ?? ''
  const address =
    file.type === 'Folder' || !('version' in file)
      ? archiveUrl([file.id])
      : contentUrl({ fileId: file.id, version: file.version ?? 1 })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsFor(name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address} leftSection={<IconDownload size={16} />}>
          {file.type === 'Folder' ? texts.downloadZip : texts.download}
        </Menu.Item>
        {rights.contribute && (
          <>
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={onRename}>
              {texts.rename}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={onMove}>
              {texts.move}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              {texts.delete}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
