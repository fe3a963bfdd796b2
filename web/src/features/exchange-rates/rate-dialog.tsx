// One rate of exchange: everything it has been, correcting it, and removing it while no approved invoice has it.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../lib/refusal.ts'
import {
  type ExchangeRateDetails,
  exchangeRateQuery,
  useCorrectRate,
  useRemoveRate,
} from './exchange-rate-calls.ts'
import classes from './exchange-rates.module.css'
import { exchangeRateTexts as texts } from './texts.ts'

export function RateDialog({ rateId, onClose }: { rateId: number; onClose: () => void }) {
  const format = useFormat()
  const found = useQuery(exchangeRateQuery(rateId))
  const [isRemoving, setRemoving] = useState(false)
  const rate = found.data?.value
  if (isRemoving) return <Remove rateId={rateId} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={rate ? `${rate.currency}, ${texts.from.toLowerCase()} ${format.date(rate.from)}` : texts.details}
    >
      <Stack>
        {found.isPending ? <PageSkeleton lines={4} /> : null}
        <ErrorAlert error={found.error} />
        {rate ? (
          <>
            <Correct
              rate={rate}
              etag={found.data?.etag}
              onClose={onClose}
              onRemove={rate.used ? undefined : () => setRemoving(true)}
            />
            <History rate={rate} />
          </>
        ) : null}
      </Stack>
    </Modal>
  )
}

interface Correcting {
  readonly rate: ExchangeRateDetails
  readonly etag: string | undefined
  readonly onClose: () => void
  readonly onRemove: (() => void) | undefined
}

function Correct({ rate, etag, onClose, onRemove }: Correcting) {
  const action = useCorrectRate(rate.id ?? 0, etag)
  const [amount, setAmount] = useState<number | null>(rate.rate)
  const [reason, setReason] = useState('')
  const isReady = amount !== null && amount !== rate.rate && reason.trim() !== ''
  const save = () => {
    if (amount === null) return
    const onSuccess = () => {
      showToast({ text: texts.corrected })
      onClose()
    }
    action.mutate({ rate: amount, reason: reason.trim() }, { onSuccess })
  }
  return (
    <Stack>
      <ErrorAlert error={action.error} shownFields={['rate', 'reason']} />
      {onRemove ? null : <p className={classes.quiet}>{texts.used}</p>}
      <AmountInput
        label={texts.rateHint(rate.currency, rate.ownCurrency ?? '')}
        decimalScale={10}
        min={0}
        value={amount}
        error={fieldError(action.error, 'rate')}
        onChange={setAmount}
      />
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        required
        autosize
        maxLength={2_000}
        value={reason}
        error={fieldError(action.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        {onRemove ? (
          <Button variant="default" mr="auto" onClick={onRemove}>
            {texts.remove}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <ActionButton busy={action.isPending} disabled={!isReady} onClick={save}>
          {texts.correct}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function Remove({ rateId, onClose }: { rateId: number; onClose: () => void }) {
  const action = useRemoveRate(rateId)
  const confirm = () =>
    action.mutate(undefined, {
      onSuccess: () => {
        showToast({ text: texts.removed })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      title={texts.removeTitle}
      confirmLabel={texts.remove}
      busy={action.isPending}
      error={action.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.removeText}
    </ConfirmDialog>
  )
}

function History({ rate }: { rate: ExchangeRateDetails }) {
  const format = useFormat()
  return (
    <section aria-label={texts.history}>
      <ol className={classes.versions}>
        {(rate.versions ?? []).map((version) => (
          <li key={version.version}>
            <strong>
              {format.number(version.rate)} {rate.ownCurrency}
            </strong>
            <span className={classes.quiet}>
              {texts.versionBy(version.set.userName ?? '', format.dateTime(version.set.dateUtc ?? ''))}
            </span>
            <span className={classes.source}>
              {typeof version.fileName === 'string' ? texts.imported(version.fileName) : texts.entered}
            </span>
            {version.reason ? <span>{version.reason}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
