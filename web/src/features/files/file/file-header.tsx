// Where a file is, what is known of it, and what can be done with it.
import { Button, Group } from '@mantine/core'
import { lazily } from '../../../components/lazily.tsx'
import { Menu } from '../../../components/floating/menu.ts'
import {
  IconDots,
  IconDownload,
  IconEdit,
  IconEyeOff,
  IconFolderSymlink,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import { routeOf } from '../../../lib/addresses/route-of.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { contentUrl } from '../../../preview/previewed.ts'
import { useFileActions } from '../file-actions.ts'
import type { FileDetails, RecordRef, RecordRights } from '../files.ts'
import { MoveDialog } from '../move-dialog.tsx'
import { RecordLink } from '../record-link.tsx'
import { filePageTexts as texts, fileTexts } from '../texts.ts'
import classes from './file-page.module.css'

const NameDialog = lazily(() => import('../../../components/name-dialog.tsx'), 'NameDialog')

interface Props {
  file: FileDetails
  etag: string | undefined
  record: RecordRef | undefined
  rights: RecordRights
}

export function FileHeader({ file, etag, record, rights }: Props) {
  const format = useFormat()
  const facts = [
    file.displayId,
    file.size ? format.size(file.size) : undefined,
    file.modified?.dateUtc
      ? `${texts.changed} ${format.dateTime(file.modified.dateUtc)}${file.modified.userName ? `, ${file.modified.userName}` : ''}`
      : undefined,
    file.restricted ? fileTexts.private : undefined,
  ].filter(Boolean)
  return (
    <div className={classes.header}>
      <div className={classes.about}>
        {record && <RecordLink record={record} folder={file.folder ?? undefined} />}
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <LockState lock={file.lock} />
      </div>
      <FileButtons file={file} etag={etag} record={record} rights={rights} />
    </div>
  )
}

function LockState({ lock }: { lock: FileDetails['lock'] }) {
  const format = useFormat()
  // the document itself says who is editing it
  if (!lock || lock.for === 'Editing') return null
  const until = lock.expires ? ` ${texts.lockedUntil(format.dateTime(lock.expires))}` : ''
  return (
    <p className={classes.lock}>
      <IconLock size={14} aria-hidden="true" /> {texts.lockedBy(lock.user.name)}
      {until}. {texts.lockHint}
    </p>
  )
}

function FileButtons({ file, etag, record, rights }: Props) {
  const actions = useFileActions()
  const navigate = useNavigate()
  const { lock } = file
  const [dialog, setDialog] = useState<'rename' | 'move'>()
  const handled = { id: file.id, name: file.name ?? '', folderId: file.folder?.id ?? null }
  const isDocument = file.type === 'ContractDocument'
  const remove = async () => {
    if (!(await actions.remove([handled])) || !record) return
    await navigate({ href: `#${routeOf(record.type, record.id)}` })
  }
  const changeLock = () =>
    actions.lock(file.id, !lock).catch((error: unknown) => {
      showToast({ text: error instanceof Refusal ? error.message : String(error), problem: true })
    })
  return (
    <Group gap="xs">
      {file.type !== 'Folder' && file.version ? (
        <Button
          component="a"
          size="sm"
          href={contentUrl({ fileId: file.id, version: file.version })}
          download={file.name ?? ''}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {fileTexts.download}
        </Button>
      ) : null}
      {rights.contribute && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <Button variant="default" size="sm" rightSection={<IconDots size={16} aria-hidden="true" />}>
              {fileTexts.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setDialog('rename')}>
              {fileTexts.rename}
            </Menu.Item>
            {!isDocument && (
              <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => setDialog('move')}>
                {fileTexts.move}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={lock ? <IconLockOpen size={16} /> : <IconLock size={16} />}
              onClick={() => void changeLock()}
            >
              {lock ? texts.unlock : texts.lock}
            </Menu.Item>
            {!isDocument && rights.rights.includes('changeFiles') && (
              <Menu.Item
                leftSection={<IconEyeOff size={16} />}
                onClick={() => void actions.setPrivate(handled, file.restricted !== true)}
              >
                {file.restricted ? fileTexts.makePublic : fileTexts.makePrivate}
              </Menu.Item>
            )}
            {!isDocument && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
                  {fileTexts.delete}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'rename' && (
        <NameDialog
          title={fileTexts.renameTitle(handled.name)}
          label={fileTexts.newName}
          initial={handled.name}
          isOfFile
          submit={fileTexts.save}
          onSubmit={(name) => actions.rename(handled, name, etag)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'move' && record && (
        <MoveDialog
          record={record}
          files={[handled]}
          onClose={() => setDialog(undefined)}
          onMove={(to) => {
            setDialog(undefined)
            void actions.move([handled], to)
          }}
        />
      )}
    </Group>
  )
}
