// At how many percent of a budget those responsible for a matter are told.
import { Button, TextInput } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useWriting } from '../../../forms/inputs/use-writing.ts'
import { readWholeNumbers, WHOLE_NUMBERS } from '../../../lib/written-amount.ts'
import classes from './rules.module.css'
import { invoiceApprovalTexts } from './texts.ts'

const texts = invoiceApprovalTexts.budgetAlerts
const queryKey = ['invoices', 'budgetAlerts']
const alertsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/invoices/budgetAlerts', { signal })),
})

export function BudgetAlerts() {
  const queries = useQueryClient()
  const alerts = useQuery(alertsQuery)
  const [typed, setTyped] = useState<string>()
  const save = useAction({
    mutationFn: (percents: readonly number[]) =>
      answer(
        client.PUT('/v2/invoices/budgetAlerts', {
          headers: ifMatch(alerts.data?.etag),
          body: { percents: [...percents] },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const done = () => {
    setTyped(undefined)
    showToast({ text: texts.saved })
  }
  const shown = typed ?? alerts.data?.value.percents.join(', ') ?? ''
  const percents = readWholeNumbers(shown, useWriting())
  return (
    <Panel>
      <div className={classes.editor}>
        <ErrorAlert error={alerts.error ?? save.error} />
        <TextInput
          label={texts.label}
          description={texts.hint}
          disabled={alerts.data === undefined}
          value={shown}
          error={percents.some(Number.isNaN) ? WHOLE_NUMBERS : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={classes.acts}>
          <ActionButton
            busy={save.isPending}
            disabled={typed === undefined}
            onClick={() => save.mutate(percents, { onSuccess: done })}
          >
            {texts.save}
          </ActionButton>
          {typed === undefined ? null : (
            <Button variant="subtle" onClick={() => setTyped(undefined)}>
              {texts.discard}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
