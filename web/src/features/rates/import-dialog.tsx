// Rates of a law firm from a CSV: checked first, then agreed as a whole.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type RatesReport, useImportRates } from './rate-calls.ts'
import classes from './rates.module.css'
import { rateTexts as texts } from './texts.ts'

const MOST_SHOWN = 50

export function ImportDialog({ firmId, onClose }: { firmId: number; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const check = useImportRates(firmId)
  const send = useImportRates(firmId)
  const report = check.data
  const look = (chosen: File) => {
    setFile(chosen)
    check.reset()
    send.reset()
    check.mutate({ file: chosen, name: `${chosen.name} ${chosen.lastModified}`, checkOnly: true })
  }
  const agree = () => {
    if (!file) return
    send.mutate(
      { file, name: file.name, checkOnly: false },
      {
        onSuccess: () => {
          showToast({ text: texts.imported })
          onClose()
        },
      },
    )
  }
  const isReady = report?.valid === true && report.added > 0
  return (
    <Modal opened onClose={onClose} title={texts.importTitle}>
      <Stack>
        <p className={classes.quiet}>{texts.importLead}</p>
        <FileDrop
          label={texts.drop}
          button={texts.choose}
          choose={texts.chooseFile}
          accept=".csv,text/csv"
          wrong={report?.valid === false}
          onFile={look}
        >
          {file?.name ?? texts.drop}
        </FileDrop>
        <ErrorAlert error={check.error ?? send.error} />
        <StatusMessage>
          {check.isPending ? texts.checking : null}
          {report ? texts.found(report.added, report.unchanged, report.ended) : null}
        </StatusMessage>
        {report && report.problems.length > 0 ? <Problems problems={report.problems} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={send.isPending} disabled={!isReady} onClick={agree}>
            {texts.importNow}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function Problems({ problems }: Pick<RatesReport, 'problems'>) {
  const shown = problems.slice(0, MOST_SHOWN)
  return (
    <>
      <p role="alert">{texts.problems(problems.length)}</p>
      <ul className={classes.versions}>
        {shown.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`}>
            <strong>{texts.problemAt(row, column)}</strong>
            {message}
          </li>
        ))}
      </ul>
      {problems.length > shown.length ? <p>{texts.moreProblems(problems.length - shown.length)}</p> : null}
    </>
  )
}
