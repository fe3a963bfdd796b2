// The notice period of a contract: how long before its end notice must be given.
import { Button, Group, NumberInput, Popover, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import editing from '../../../forms/editable-field.module.css'
import type { ContractOverview } from '../../records/record-calls.ts'
import { type NoticePeriod, useSetNotice } from './key-dates.ts'
import { keyDateTexts as texts } from './texts.ts'

type Unit = NoticePeriod['unit']

/** A line like those of fields. */
export function NoticeLine(props: { contractId: number; overview: ContractOverview; stacked?: boolean }) {
  const { contractId, overview, stacked = false } = props
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const data = overview.noticePeriod ?? null
  const period = data ? `${data.amount} ${texts.units[data.unit] ?? data.unit}` : texts.noticeNone
  const until = data?.noticeDate ? texts.noticeUntil(format.date(data.noticeDate)) : undefined
  const shown = until === undefined ? period : `${period} · ${until}`
  return (
    <div className={editing.row} data-stacked={stacked}>
      <div className={editing.label}>{texts.notice}</div>
      {overview.can.change ? (
        <Popover
          opened={opened}
          onChange={setOpened}
          width={300}
          position="bottom-start"
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <button
              type="button"
              className={editing.value}
              data-empty={data === null}
              aria-label={`${texts.notice}: ${shown}. ${texts.noticeEdit}`}
              onClick={() => setOpened(!opened)}
            >
              {shown}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <NoticeForm contractId={contractId} notice={data} onClose={() => setOpened(false)} />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className={editing.fixed}>{shown}</span>
      )}
    </div>
  )
}

function NoticeForm(props: {
  contractId: number
  notice: Pick<NoticePeriod, 'amount' | 'unit'> | null
  onClose: () => void
}) {
  const { contractId, notice, onClose } = props
  const [amount, setAmount] = useState(notice?.amount ?? 3)
  const [unit, setUnit] = useState<Unit>(notice?.unit ?? 'Months')
  const set = useSetNotice(contractId)
  return (
    <Stack gap="sm">
      <ErrorAlert error={set.error} />
      <div>{texts.noticeLead}</div>
      <Group grow>
        <NumberInput
          data-autofocus
          label={texts.noticeAmount}
          size="sm"
          min={1}
          max={999}
          value={amount}
          onChange={(value) => setAmount(Number(value))}
        />
        <Select
          label={texts.noticeUnit}
          size="sm"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={Object.entries(texts.units).map(([value, label]) => ({ value, label }))}
          value={unit}
          onChange={(chosen) => setUnit((chosen ?? 'Months') as Unit)}
        />
      </Group>
      <Group justify="flex-end">
        {notice === null ? null : (
          <Button
            size="xs"
            variant="default"
            onClick={() => set.mutate({ notice: null, done: texts.noticeRemoved }, { onSuccess: onClose })}
          >
            {texts.noticeRemove}
          </Button>
        )}
        <ActionButton
          size="xs"
          busy={set.isPending}
          disabled={amount < 1}
          onClick={() =>
            set.mutate({ notice: { amount, unit }, done: texts.noticeSet }, { onSuccess: onClose })
          }
        >
          {texts.save}
        </ActionButton>
      </Group>
    </Stack>
  )
}
