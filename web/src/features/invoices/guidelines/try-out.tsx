// Trying the rules on an invoice that was posted.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { flagTexts } from '../review/flag-texts.ts'
import classes from './guidelines.module.css'
import { recentInvoicesQuery, type sentRules, useTryGuideline } from './guidelines.ts'
import { guidelineTexts as texts } from './texts.ts'

export function TryOut({ rules }: { rules: ReturnType<typeof sentRules> }) {
  const { data: invoices = [] } = useQuery(recentInvoicesQuery)
  const [invoiceId, setInvoiceId] = useState('')
  const trial = useTryGuideline()
  const found = trial.data
  return (
    <Panel title={texts.tryTitle}>
      <div className={classes.editor}>
        <p className={classes.quiet}>{texts.tryLead}</p>
        <NativeSelect
          label={texts.invoice}
          value={invoiceId}
          data={[
            { value: '', label: texts.choose },
            ...invoices.map(({ id, number, providerName }) => ({
              value: String(id),
              label: `${number}, ${providerName}`,
            })),
          ]}
          onChange={(event) => setInvoiceId(event.currentTarget.value)}
        />
        <ErrorAlert error={trial.error} />
        <div>
          <ActionButton
            variant="default"
            busy={trial.isPending}
            disabled={invoiceId === ''}
            onClick={() => trial.mutate({ invoiceId: Number(invoiceId), rules })}
          >
            {texts.run}
          </ActionButton>
        </div>
        {found?.length === 0 ? <output>{texts.nothing}</output> : null}
        {found && found.length > 0 ? (
          <ul className={classes.found}>
            {found.map(({ line, rule, why }) => (
              <li key={`${rule} ${line}`}>
                <strong>
                  {line === null ? texts.whole : texts.line(line)}: {flagTexts.rule(rule)}
                </strong>{' '}
                {why}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  )
}
