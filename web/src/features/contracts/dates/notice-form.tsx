// Setting the notice period of a contract.
import { Button, Group, NumberInput, Select, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { type NoticePeriod, useSetNotice } from './key-dates.ts'
import { keyDateTexts as texts } from './texts.ts'

type Unit = NoticePeriod['unit']

export function NoticeForm(props: {
  contractId: number
  notice: Pick<NoticePeriod, 'amount' | 'unit'> | null
  onClose: () => void
}) {
  const { contractId, notice, onClose } = props
  const [amount, setAmount] = useState(notice?.amount ?? 3)
  const [unit, setUnit] = useState<Unit>(notice?.unit ?? 'Months')
  const set = useSetNotice(contractId)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <Stack gap="sm">
      <ErrorAlert error={set.error} />
      <div>{texts.noticeLead}</div>
      <Group grow>
        <NumberInput
          ref={first}
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
