// Choosing another file of the record to compare with: the signed PDF with the last draft, for instance.
import { Text, TextInput } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { FileIcon } from '../file-icon.tsx'
import { fileChoicesQuery, type RecordRef } from '../files.ts'
import { fileTexts, versionTexts as texts } from '../texts.ts'
import type { VersionRef } from './document-view.ts'
import classes from './choose-file-dialog.module.css'

const mostShown = 200

interface Props {
  record: RecordRef
  /** The file that is compared. */
  without: number
  onChoose: (chosen: VersionRef) => void
  onClose: () => void
}

export function ChooseFileDialog({ record, without, onChoose, onClose }: Props) {
  const [words, setWords] = useState('')
  const choices = useQuery(fileChoicesQuery(record))
  const fitting = (choices.data ?? [])
    .filter(
      ({ id, name }) => id !== without && (name ?? '').toLowerCase().includes(words.trim().toLowerCase()),
    )
    .slice(0, mostShown)
  return (
    <Modal opened onClose={onClose} title={texts.otherFile}>
      <TextInput
        data-autofocus
        size="sm"
        type="search"
        aria-label={fileTexts.searchLabel}
        placeholder={fileTexts.name}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ErrorAlert error={choices.error} />
      {choices.isPending && <Loading />}
      {choices.data && fitting.length === 0 && <Text size="sm">{texts.noOtherFiles}</Text>}
      <ul className={classes.list}>
        {fitting.map((file) => (
          <li key={file.id}>
            <button type="button" onClick={() => onChoose({ fileId: file.id, version: file.version ?? 1 })}>
              <FileIcon file={file} />
              <span>{file.name}</span>
              {file.folder ? <small>{file.folder.name}</small> : null}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
