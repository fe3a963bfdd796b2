// The dialogs of a renewal: how long it lasts, and what is decided.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { type Period, PeriodFields } from './period-fields.tsx'
import { type Decision, type Renewal, useDecide, useSetTerm } from './renewal.ts'
import { renewalTexts as texts } from './texts.ts'

const aYear: Period = { amount: 1, unit: 'Years' }

export function TermDialog(props: {
  contractId: number
  term: Renewal['term']
  etag: string | undefined
  onClose: () => void
}) {
  const { contractId, term, etag, onClose } = props
  const [period, setPeriod] = useState<Period>(term ?? aYear)
  const set = useSetTerm(contractId, etag)
  return (
    <Modal opened onClose={onClose} title={texts.termTitle}>
      <Stack>
        <div>{texts.termLead}</div>
        <ErrorAlert error={set.error} />
        <PeriodFields period={period} onChange={setPeriod} />
        <Group justify="flex-end">
          {term === null ? null : (
            <Button variant="default" onClick={() => set.mutate(null, { onSuccess: onClose })}>
              {texts.remove}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={set.isPending}
            disabled={period.amount < 1}
            onClick={() => set.mutate(period, { onSuccess: onClose })}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

const titles = { Renew: texts.renewTitle, Renegotiate: texts.renegotiateTitle, End: texts.endTitle } as const
const labels = { Renew: texts.renew, Renegotiate: texts.renegotiate, End: texts.end } as const

/** Asks before something is decided; for how long, where the contract does not say so. */
export function DecideDialog(props: {
  contractId: number
  decision: Decision['decision']
  renewal: Renewal & { readonly expiry: string }
  onClose: () => void
}) {
  const { contractId, decision, renewal, onClose } = props
  const { expiry, term, renewedUntil } = renewal
  const [period, setPeriod] = useState<Period>(aYear)
  const [reason, setReason] = useState('')
  const decide = useDecide(contractId)
  const format = useFormat()
  const asksTerm = decision === 'Renew' && term === null
  const lead = {
    Renew: renewedUntil === null ? texts.renewLeadOpen : texts.renewLead(format.date(renewedUntil)),
    Renegotiate: texts.renegotiateLead(format.date(expiry)),
    End: texts.endLead(format.date(expiry)),
  }[decision]
  return (
    <Modal opened onClose={onClose} title={titles[decision]}>
      <Stack>
        <div>{lead}</div>
        <ErrorAlert error={decide.error} />
        {asksTerm ? <PeriodFields period={period} onChange={setPeriod} /> : null}
        {decision === 'End' ? (
          <Textarea
            data-autofocus
            label={texts.reason}
            description={texts.reasonHint}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={decide.isPending}
            disabled={asksTerm && period.amount < 1}
            onClick={() =>
              decide.mutate(
                {
                  decision,
                  expiry,
                  ...(asksTerm ? period : {}),
                  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
                },
                { onSuccess: onClose },
              )
            }
          >
            {labels[decision]}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
