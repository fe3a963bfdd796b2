// One inside cost: what it is, everything it has been, correcting it and removing it.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useCurrency } from '../../forms/use-currency.ts'
import { fieldError } from '../../lib/refusal.ts'
import { type InsideCostDetails, insideCostQuery, useCorrectCost, useRemoveCost } from './cost-calls.ts'
import { nameOfCost } from './cost-lists.tsx'
import classes from './costs.module.css'
import { insideCostTexts as texts } from './texts.ts'
import { orNull, valueFields, ValueInputs, type Values } from './value-inputs.tsx'

export function InsideCostPage() {
  const { costId } = useParams({ strict: false })
  const { can } = useMe()
  const format = useFormat()
  const found = useQuery(insideCostQuery(Number(costId)))
  const [open, setOpen] = useState<'correct' | 'remove'>()
  const cost = found.data?.value
  const close = () => setOpen(undefined)
  return (
    <Page
      title={cost ? `${nameOfCost(cost)}, ${format.date(cost.month)}` : texts.title}
      actions={
        cost && can.keepInsideCosts ? (
          <>
            <Button variant="default" onClick={() => setOpen('remove')}>
              {texts.remove}
            </Button>
            <Button onClick={() => setOpen('correct')}>{texts.correct}</Button>
          </>
        ) : undefined
      }
    >
      {found.isPending ? <PageSkeleton lines={6} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {cost ? (
        <>
          <Panel>
            <Facts cost={cost} />
          </Panel>
          <Panel title={texts.history}>
            <History cost={cost} />
          </Panel>
        </>
      ) : null}
      {cost && open === 'correct' ? (
        <CorrectDialog cost={cost} etag={found.data?.etag} onClose={close} />
      ) : null}
      {cost && open === 'remove' ? <RemoveDialog id={cost.id ?? 0} onClose={close} /> : null}
    </Page>
  )
}

type Facts = readonly (readonly [label: string, value: string | null | undefined])[]

function Facts({ cost }: { cost: InsideCostDetails }) {
  const format = useFormat()
  const { month, costCentre, department, amount, currency, hours, note } = cost
  const facts: Facts = [
    [texts.month, format.month(month)],
    [texts.costCentre, costCentre && `${costCentre.code} ${costCentre.name}`],
    [texts.department, department?.name],
    [texts.amount, format.money(amount, currency ?? '')],
    [texts.hours, typeof hours === 'number' ? format.number(hours) : null],
    [texts.note, note],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function History({ cost }: { cost: InsideCostDetails }) {
  const format = useFormat()
  return (
    <ol className={classes.versions}>
      {(cost.versions ?? []).map((version) => (
        <li key={version.version}>
          <strong>
            {format.money(version.amount, version.currency)}
            {typeof version.hours === 'number' ? `, ${texts.hoursOf(format.number(version.hours))}` : ''}
          </strong>
          <span className={classes.quiet}>
            {texts.versionBy(version.set.userName ?? '', format.dateTime(version.set.dateUtc ?? ''))}
          </span>
          <span className={classes.quiet}>
            {typeof version.fileName === 'string' ? texts.imported(version.fileName) : texts.entered}
          </span>
          {version.note ? <span>{version.note}</span> : null}
          {version.reason ? <span>{version.reason}</span> : null}
        </li>
      ))}
    </ol>
  )
}

function CorrectDialog(props: { cost: InsideCostDetails; etag: string | undefined; onClose: () => void }) {
  const { cost, etag, onClose } = props
  const currency = useCurrency() ?? ''
  const action = useCorrectCost(cost.id ?? 0, etag)
  const [values, setValues] = useState<Values>({
    amount: cost.amount,
    hours: cost.hours ?? null,
    note: cost.note ?? '',
  })
  const [reason, setReason] = useState('')
  const save = () => {
    const { amount, hours, note } = values
    if (amount === null) return
    const onSuccess = () => {
      showToast({ text: texts.corrected })
      onClose()
    }
    action.mutate({ amount, hours, note: orNull(note), reason: reason.trim() }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.correctTitle}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={[...valueFields, 'reason']} />
        <ValueInputs
          values={values}
          currency={currency}
          error={action.error}
          onChange={(next) => setValues({ ...values, ...next })}
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
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={values.amount === null || reason.trim() === ''}
            onClick={save}
          >
            {texts.correct}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function RemoveDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const action = useRemoveCost(id)
  const navigate = useNavigate()
  const confirm = () =>
    action.mutate(undefined, {
      onSuccess: () => {
        showToast({ text: texts.removed })
        void navigate({ to: '/costs/inside' })
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
