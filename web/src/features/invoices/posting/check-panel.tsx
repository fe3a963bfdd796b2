// What the billing guidelines say of an invoice before it is posted, on its page: looked up when somebody asks.
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StatusMessage } from '../../../components/status-message.tsx'
import { lineName } from '../exchange/exchange-lines.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import { useCheckInvoice } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

export function CheckPanel({ invoice }: { invoice: Invoice }) {
  const check = useCheckInvoice(invoice.id)
  const flags = check.data?.items
  return (
    <Panel title={texts.guidelines}>
      <p className={classes.quiet}>{texts.checkLead}</p>
      <div>
        <ActionButton variant="default" busy={check.isPending} onClick={() => check.mutate()}>
          {texts.check}
        </ActionButton>
      </div>
      <ErrorAlert error={check.error} />
      <StatusMessage>{flags?.length === 0 ? texts.checkedWell : null}</StatusMessage>
      {flags && flags.length > 0 ? (
        <ul className={classes.problems}>
          {flags.map(({ line, text, refused }) => (
            <li key={`${line} ${text}`}>
              <div>
                <strong>{line === null ? texts.wholeInvoice : lineName(invoice, line)}</strong>
                {refused ? <span className={classes.field}>{texts.guidelineRefused}</span> : null}
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
