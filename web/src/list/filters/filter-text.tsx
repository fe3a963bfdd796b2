// The filter as text, for what the sentence has no words for.
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.ts'

/** A button that shows the `$filter`, to be read, copied and changed. */
export function FilterText({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  const [text, setText] = useState<string>()
  const close = () => setText(undefined)
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setText(filter)}>
        {texts.asText}
      </Button>
      <Modal opened={text !== undefined} onClose={close} title={texts.asTextTitle}>
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
            value={text ?? ''}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button
              size="sm"
              onClick={() => {
                onChange((text ?? '').trim())
                close()
              }}
            >
              {texts.apply}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
