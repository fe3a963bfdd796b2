// Choosing the folder that files move to, by keyboard as well as by mouse.
import { Button, Group, Stack } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Loading } from '../../components/loading.tsx'
import { FolderTree } from './browser/folder-tree.tsx'
import type { Handled } from './file-actions.ts'
import { foldersQuery, type RecordRef } from './files.ts'
import { fileTexts as texts } from './texts.ts'

interface Props {
  record: RecordRef
  files: readonly Handled[]
  onMove: (to: { id: number | null; name: string }) => void
  onClose: () => void
}

export function MoveDialog({ record, files, onMove, onClose }: Props) {
  const folders = useQuery(foldersQuery(record))
  const [chosen, setChosen] = useState<number | null>(files[0]?.folderId ?? null)
  const moving = new Set(files.map(({ id }) => id))
  const nameOf = (id: number | null) =>
    folders.data?.find((folder) => folder.id === id)?.name ?? texts.allFiles
  return (
    <Modal opened onClose={onClose} title={texts.moveTitle(files.length, files[0]?.name ?? '')}>
      <Stack>
        {folders.isError && <ErrorPanel error={folders.error} retry={folders.refetch} />}
        {folders.isPending && <Loading />}
        {folders.data && (
          <FolderTree
            label={texts.chooseFolder}
            // a folder cannot move into itself or what is in it
            folders={folders.data.filter(({ id }) => !moving.has(id))}
            current={chosen}
            onOpen={setChosen}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            size="sm"
            disabled={files.every(({ folderId }) => folderId === chosen)}
            onClick={() => onMove({ id: chosen, name: nameOf(chosen) })}
          >
            {texts.moveHere}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
