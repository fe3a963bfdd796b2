// The files that a law firm is about to send with its answers or its appeal. They are loaded with its forms.
import { ActionIcon, Anchor, Button, FileButton } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { type AnswerFile, addressOfFile, useAddFiles, useRemoveFile } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { exchangeTexts as texts } from './texts.ts'

export function OwnFiles(props: {
  invoice: Invoice
  files: readonly AnswerFile[]
  line: number | null
  /** What the files are added to, for who hears the button alone. */
  to: string
}) {
  const { invoice, files, line, to } = props
  const add = useAddFiles(invoice.id, line)
  const remove = useRemoveFile(invoice.id)
  const format = useFormat()
  return (
    <div className={classes.own}>
      {files.length > 0 ? (
        <ul className={classes.files} aria-label={texts.filesTo(to)}>
          {files.map((file) => (
            <li key={file.id} className={classes.file}>
              <IconPaperclip size={16} aria-hidden="true" />
              <Anchor size="sm" href={addressOfFile(invoice.id, file)} download>
                {file.name}
              </Anchor>
              <span className={classes.size}>{format.size(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeFile(file.name)}
                disabled={remove.isPending}
                onClick={() => remove.mutate(file)}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      <ErrorAlert error={add.error ?? remove.error} />
      <FileButton
        multiple
        onChange={(chosen) => {
          if (chosen.length > 0) add.mutate(chosen)
        }}
      >
        {(button) => (
          <Button
            size="xs"
            variant="default"
            loading={add.isPending}
            leftSection={<IconPaperclip size={16} aria-hidden="true" />}
            aria-label={`${texts.attach}, ${to}`}
            {...button}
          >
            {texts.attach}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
