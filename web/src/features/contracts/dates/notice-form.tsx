// Setting the notice period of a contract.
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useSetNotice } from './key-dates.ts'
import { type Period, PeriodFields } from './period-fields.tsx'
import { keyDateTexts as texts } from './texts.ts'

export function NoticeForm(props: { contractId: number; notice: Period | null; onClose: () => void }) {
  const { contractId, notice, onClose } = props
  const [period, setPeriod] = useState<Period>(
    notice ? { amount: notice.amount, unit: notice.unit } : { amount: 3, unit: 'Months' },
  )
  const set = useSetNotice(contractId)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <Stack gap="sm">
      <ErrorAlert error={set.error} />
      <div>{texts.noticeLead}</div>
      <PeriodFields period={period} onChange={setPeriod} first={first} />
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
          disabled={period.amount < 1}
          onClick={() => set.mutate({ notice: period, done: texts.noticeSet }, { onSuccess: onClose })}
        >
          {texts.save}
        </ActionButton>
      </Group>
    </Stack>
  )
}
