// What the billing guidelines say of an invoice before it is posted, on its page: looked up when somebody asks.
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { lineName } from '../exchange/exchange-lines.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import { CheckFindings } from './check-findings.tsx'
import { useCheckInvoice } from './posting.ts'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

export function CheckPanel({ invoice }: { invoice: Invoice }) {
  const check = useCheckInvoice(invoice.id)
  return (
    <Panel title={texts.guidelines}>
      <p className={classes.quiet}>{texts.checkLead}</p>
      <div>
        <ActionButton variant="default" busy={check.isPending} onClick={() => check.mutate()}>
          {texts.check}
        </ActionButton>
      </div>
      <ErrorAlert error={check.error} />
      {check.data ? <CheckFindings check={check.data} place={(line) => lineName(invoice, line)} /> : null}
    </Panel>
  )
}
