// The dialog in which the filter is read and changed as text.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../components/floating/modal.tsx'
import { texts } from '../texts.ts'

export function FilterTextDialog(props: {
  filter: string
  onChange: (filter: string) => void
  onClose: () => void
}) {
  const { filter, onChange, onClose } = props
  const [text, setText] = useState(filter)
  return (
    <Modal opened onClose={onClose} title={texts.asTextTitle}>
      <Stack>
        <Textarea
          data-autofocus
          autosize
          minRows={3}
          maxRows={12}
          label={texts.asTextTitle}
          description={texts.asTextHelp}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button size="sm" variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              onChange(text.trim())
              onClose()
            }}
          >
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
