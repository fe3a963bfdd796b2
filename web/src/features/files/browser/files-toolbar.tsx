// Above the list of files: finding, adding, and what concerns all of them.
import { Button, FileButton, TextInput } from '@mantine/core'
import { lazily } from '../../../components/lazily.tsx'
import { Menu } from '../../../components/floating/menu.ts'
import {
  IconDots,
  IconFileZip,
  IconFolderPlus,
  IconFolderUp,
  IconSearch,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useMe } from '../../../components/me-context.ts'
import { useFileActions } from '../file-actions.ts'
import { recordArchiveUrl, type RecordRef, type RecordRights } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import { chosenFiles } from '../uploads/dropped-files.ts'
import { uploadInto } from '../uploads/uploads.ts'
import classes from './files-tab.module.css'

const NameDialog = lazily(() => import('../../../components/name-dialog.tsx'), 'NameDialog')

export interface Place {
  readonly record: RecordRef
  readonly folderId: number | null
  readonly folderName: string
}

interface Props {
  place: Place
  rights: RecordRights
  words: string
  onWords: (words: string) => void
  onBin: () => void
}

export function FilesToolbar({ place, rights, words, onWords, onBin }: Props) {
  const actions = useFileActions()
  // others take back their own deletions, in the message about them
  const { administer } = useMe().can
  const [naming, setNaming] = useState(false)
  const folderInput = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.toolbar}>
      <TextInput
        size="xs"
        type="search"
        className={classes.search ?? ''}
        aria-label={texts.searchLabel}
        placeholder={texts.searchLabel}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      {rights.contribute && (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
            onClick={() => setNaming(true)}
          >
            {texts.newFolder}
          </Button>
          <FileButton multiple onChange={(files) => void uploadInto(place, chosenFiles(files))}>
            {(props) => (
              <Button {...props} size="xs" leftSection={<IconUpload size={16} aria-hidden="true" />}>
                {texts.upload}
              </Button>
            )}
          </FileButton>
          <input
            ref={folderInput}
            type="file"
            multiple
            hidden
            aria-label={texts.uploadFolder}
            {...{ webkitdirectory: '' }}
            onChange={({ currentTarget }) => {
              void uploadInto(place, chosenFiles(currentTarget.files ?? []))
              currentTarget.value = ''
            }}
          />
        </>
      )}
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="xs" aria-label={texts.more}>
            <IconDots size={16} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.contribute && (
            <Menu.Item leftSection={<IconFolderUp size={16} />} onClick={() => folderInput.current?.click()}>
              {texts.uploadFolder}
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={recordArchiveUrl(place.record)}
            leftSection={<IconFileZip size={16} />}
          >
            {texts.downloadAll}
          </Menu.Item>
          {(administer || rights.contribute) && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={onBin}>
              {administer ? texts.bin : texts.ownBin}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          title={texts.newFolder}
          label={texts.folderName}
          initial=""
          submit={texts.create}
          onSubmit={(name) => actions.createFolder(place.record, place.folderId, name)}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}
