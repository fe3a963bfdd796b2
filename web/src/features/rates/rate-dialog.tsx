// One rate: everything it has been, and ending, correcting or withdrawing it.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import type { Answer } from '../../lib/calls.ts'
import { fieldError } from '../../lib/refusal.ts'
import { rateQuery, useChangeRate, useWithdrawRate } from './rate-calls.ts'
import classes from './rates.module.css'
import { rateTexts as texts } from './texts.ts'
import { whoIs } from './who.ts'

type Details = Answer<'/v2/agreedRates/{rateId}'>

interface Shown {
  readonly rate: Details
  readonly etag: string | undefined
  readonly onClose: () => void
}

export function RateDialog(props: { rateId: number; canSet: boolean; onClose: () => void }) {
  const { rateId, canSet, onClose } = props
  const found = useQuery(rateQuery(rateId))
  const [isWithdrawing, setWithdrawing] = useState(false)
  const rate = found.data?.value
  if (rate && isWithdrawing) return <Withdraw rate={rate} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={rate ? whoIs(rate).who : texts.details}>
      <Stack>
        {found.isPending ? <PageSkeleton lines={4} /> : null}
        <ErrorAlert error={found.error} />
        {rate && canSet && !rate.withdrawn ? (
          <Change
            rate={rate}
            etag={found.data?.etag}
            onClose={onClose}
            onWithdraw={() => setWithdrawing(true)}
          />
        ) : null}
        {rate ? <History rate={rate} /> : null}
      </Stack>
    </Modal>
  )
}

function Change({ rate, etag, onClose, onWithdraw }: Shown & { onWithdraw: () => void }) {
  const action = useChangeRate(rate.id, etag)
  const [amount, setAmount] = useState<number | null>(rate.rate)
  const [from, setFrom] = useState(rate.from)
  const [to, setTo] = useState(rate.to ?? '')
  const [reason, setReason] = useState('')
  const last = to === '' ? null : to
  const isCorrected = amount !== rate.rate || from !== rate.from || typeof rate.to === 'string'
  const isChanged = isCorrected
    ? amount !== rate.rate || from !== rate.from || last !== rate.to
    : last !== null
  const error = (field: string) => fieldError(action.error, field)
  const save = () => {
    if (amount === null) return
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    action.mutate(
      { rate: amount, from, to: last, ...why },
      {
        onSuccess: () => {
          showToast({ text: texts.saved })
          onClose()
        },
      },
    )
  }
  return (
    <Stack>
      <ErrorAlert error={action.error} shownFields={['rate', 'from', 'to', 'reason']} />
      <div className={classes.pair}>
        <AmountInput
          label={texts.rate}
          decimalScale={4}
          min={0}
          value={amount}
          error={error('rate')}
          onChange={setAmount}
        />
        <DateInput label={texts.firstDay} value={from} error={error('from')} onChange={setFrom} />
        <DateInput label={texts.lastDay} value={to} error={error('to')} onChange={setTo} />
      </div>
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        required={isCorrected}
        autosize
        maxLength={2_000}
        value={reason}
        error={error('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" mr="auto" onClick={onWithdraw}>
          {texts.withdraw}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <ActionButton
          busy={action.isPending}
          disabled={!isChanged || amount === null || (isCorrected && reason.trim() === '')}
          onClick={save}
        >
          {texts.save}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function Withdraw({ rate, onClose }: Pick<Shown, 'rate' | 'onClose'>) {
  const action = useWithdrawRate(rate.id)
  return (
    <ReasonDialog
      title={texts.withdrawTitle}
      label={texts.reason}
      hint={texts.withdrawHint}
      confirmLabel={texts.withdraw}
      danger
      busy={action.isPending}
      error={action.error}
      onConfirm={(reason) =>
        action.mutate(reason, {
          onSuccess: () => {
            showToast({ text: texts.withdrawDone })
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

function History({ rate }: Pick<Shown, 'rate'>) {
  const format = useFormat()
  return (
    <section aria-label={texts.history}>
      <ol className={classes.versions}>
        {rate.versions.map((version) => (
          <li key={version.version}>
            <strong>
              {version.withdrawn ? texts.withdrawn : format.money(version.rate, version.currency)}
              {', '}
              {texts.days(format.date(version.from), version.to ? format.date(version.to) : null)}
            </strong>
            <span className={classes.quiet}>
              {texts.versionBy(version.set.userName ?? '', format.dateTime(version.set.dateUtc ?? ''))}
            </span>
            {version.reason ? <span>{version.reason}</span> : null}
            {version.proposal ? (
              <a href={`#/rates/proposals/${version.proposal.id}`}>{texts.fromProposal}</a>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
