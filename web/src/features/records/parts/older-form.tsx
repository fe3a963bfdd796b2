// Says that a record keeps an older version of its form; an administrator brings it to the current one.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useMe } from '../../../components/me-context.ts'
import type { RecordOverview } from '../record-calls.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts } from '../texts.ts'

const texts = recordTexts.olderForm

export function OlderForm({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const { names, calls } = target.kind
  const bring = useRecordAction<void>(
    target,
    () => calls.bringToCurrentForm(target.id),
    () => texts.done,
  )
  const mayBring = me.can.administer && me.organization.id === overview.record.owner?.organizationId
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {texts.says(names)}
      </Text>
      {mayBring ? (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {texts.bring}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={texts.title}
        confirmLabel={texts.confirm}
        danger={false}
        busy={bring.isPending}
        error={bring.error}
        onConfirm={() => bring.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {texts.lead(names)}
      </ConfirmDialog>
    </Group>
  )
}
