// The files of answers and appeals, to download.
import { Anchor } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useFormat } from '../../../components/format-context.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { type AnswerFile, addressOfFile, type Exchange } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { exchangeTexts as texts } from './texts.ts'

interface Wanted {
  readonly of: AnswerFile['of']
  /** The number of a line; null: of the whole. */
  readonly line: number | null
}

/** Those of this review, not of an earlier one. */
export const filesWith = ({ files }: Pick<Exchange, 'files'>, { of, line }: Wanted): readonly AnswerFile[] =>
  files.filter((file) => !file.isEarlier && file.of === of && file.line === line)

/** Nothing where there are none. */
export function AnswerFiles(props: { invoice: Invoice; files: readonly AnswerFile[]; label: string }) {
  const { invoice, files, label } = props
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <div className={classes.said}>
      <span className={classes.dim}>{label}</span>
      <ul className={classes.files} aria-label={label}>
        {files.map((file) => (
          <li key={file.id} className={classes.file}>
            <IconPaperclip size={16} aria-hidden="true" />
            <Anchor size="sm" href={addressOfFile(invoice.id, file)} download>
              {file.name}
            </Anchor>
            <span className={classes.size}>
              {format.size(file.size)}
              {file.isSent ? '' : ` · ${texts.notSent}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
