// What a file contains, and sending it.
import { Anchor } from '@mantine/core'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Panel } from '../../../components/panel.tsx'
import { WideTable } from '../../../components/wide-table.tsx'
import { FileFlags } from './file-flags.tsx'
import { LinesAboveRates } from './lines-above-rates.tsx'
import type { Imported, Report, ShownInvoice } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

export function FoundInvoices(props: {
  report: Report
  busy: boolean
  error: unknown
  onPost: (isPosted: boolean) => void
}) {
  const { report, busy, error, onPost } = props
  const { invoices, problems, valid } = report
  const wrong =
    invoices.length === 0 ? texts.nothing(problems.length) : texts.wrong(invoices.length, problems.length)
  const isRead = problems.length === 0 && invoices.length > 0
  const fine = valid ? texts.fine(invoices.length) : texts.refused
  const said = isRead ? fine : wrong
  return (
    <Panel title={texts.found}>
      <output>{said}</output>
      {invoices.length > 0 ? <InvoiceTable invoices={invoices} /> : null}
      <FileFlags invoices={invoices} />
      {report.aboveRates && report.aboveRates.count > 0 ? (
        <LinesAboveRates aboveRates={report.aboveRates} currency={invoices[0]?.currency ?? null} />
      ) : null}
      <ErrorAlert error={error} />
      {isRead ? (
        <div className={classes.acts}>
          {valid ? (
            <ActionButton busy={busy} onClick={() => onPost(true)}>
              {texts.post(invoices.length)}
            </ActionButton>
          ) : null}
          <ActionButton variant="default" busy={busy} onClick={() => onPost(false)}>
            {texts.draft}
          </ActionButton>
        </div>
      ) : null}
    </Panel>
  )
}

/** What became of a file. */
export function ImportedInvoices({ imported }: { imported: Imported }) {
  return (
    <Panel title={texts.done}>
      <InvoiceTable invoices={imported.invoices} />
    </Panel>
  )
}

function InvoiceTable({ invoices }: { invoices: readonly ShownInvoice[] }) {
  const format = useFormat()
  return (
    <WideTable className={classes.scroll} label={texts.found}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.matter}</th>
            <th scope="col" className={classes.end}>
              {texts.lines}
            </th>
            <th scope="col" className={classes.end}>
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(({ id, number, matter, lineCount, total, currency }) => (
            <tr key={number}>
              <th scope="row">
                {id === undefined ? number : <Anchor href={`#/invoices/${id}`}>{number}</Anchor>}
              </th>
              <td>{matter ? `${matter.displayId} ${matter.name}` : texts.noMatter}</td>
              <td className={classes.end}>{format.number(lineCount)}</td>
              <td className={classes.end}>
                {typeof total === 'number'
                  ? currency
                    ? format.money(total, currency)
                    : format.number(total)
                  : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}
