// A CSV that is checked first, by row and column, and then taken as a whole.
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../lib/counted.ts'
import { ActionButton } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { FileDrop } from './file-drop.tsx'
import { Modal } from './floating/modal.tsx'
import classes from './csv-import-dialog.module.css'
import { StatusMessage } from './status-message.tsx'
import { showToast } from './toast-store.ts'

const MOST_SHOWN = 50

interface Report {
  readonly valid: boolean
  readonly problems: readonly {
    readonly row: number
    readonly column?: string | null | undefined
    readonly message: string
  }[]
}

/** What is sent: the file, and what tells one order from another. */
export interface CsvOrder {
  readonly file: File
  readonly name: string
  readonly checkOnly: boolean
  /** Whether the choice of the dialog is made. */
  readonly chosen: boolean
}

interface Sending<Of> {
  readonly data: Of | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly reset: () => void
  readonly mutate: (order: CsvOrder, callbacks?: { onSuccess?: () => void }) => void
}

interface Props<Of extends Report> {
  readonly texts: {
    readonly title: string
    readonly lead: string
    readonly drop: string
    readonly chooseFile: string
    readonly importNow: string
    readonly imported: string
  }
  readonly check: Sending<Of>
  readonly send: Sending<Of>
  /** What the report found, for people to read. */
  readonly found: (report: Of) => string
  /** Whether there is something to import. */
  readonly isReady: (report: Of) => boolean
  /** The label of a choice, with which the file is checked again. */
  readonly choice?: string
  readonly onClose: () => void
}

export function CsvImportDialog<Of extends Report>(props: Props<Of>) {
  const { texts, check, send, found, isReady, choice, onClose } = props
  const [chosen, setChosen] = useState(false)
  const [file, setFile] = useState<File>()
  const report = check.data
  const look = (next: File, isChosen: boolean) => {
    setFile(next)
    check.reset()
    send.reset()
    const name = `${next.name} ${next.lastModified}`
    check.mutate({ file: next, name, checkOnly: true, chosen: isChosen })
  }
  const take = () => {
    if (!file) return
    const onSuccess = () => {
      showToast({ text: texts.imported })
      onClose()
    }
    send.mutate({ file, name: file.name, checkOnly: false, chosen }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack>
        <p className={classes.quiet}>{texts.lead}</p>
        <FileDrop
          label={texts.drop}
          button="Choose a file"
          choose={texts.chooseFile}
          accept=".csv,text/csv"
          wrong={report?.valid === false}
          onFile={(next) => look(next, chosen)}
        >
          {file?.name ?? texts.drop}
        </FileDrop>
        {choice === undefined ? null : (
          <Checkbox
            label={choice}
            checked={chosen}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setChosen(checked)
              if (file) look(file, checked)
            }}
          />
        )}
        <ErrorAlert error={check.error ?? send.error} />
        <StatusMessage>
          {check.isPending ? 'Checking the file…' : null}
          {report ? found(report) : null}
        </StatusMessage>
        {report && report.problems.length > 0 ? <Problems problems={report.problems} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            busy={send.isPending}
            disabled={!(report?.valid === true && isReady(report))}
            onClick={take}
          >
            {texts.importNow}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function Problems({ problems }: Pick<Report, 'problems'>) {
  const shown = problems.slice(0, MOST_SHOWN)
  return (
    <>
      <p role="alert">{`${counted(problems.length, 'problem')}: correct the file and choose it again.`}</p>
      <ul className={classes.problems}>
        {shown.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`}>
            <strong>{typeof column === 'string' ? `Row ${row}, ${column}` : `Row ${row}`}</strong>
            {message}
          </li>
        ))}
      </ul>
      {problems.length > shown.length ? <p>{`And ${problems.length - shown.length} more.`}</p> : null}
    </>
  )
}
