// Asks which value to keep where two people changed the same field.
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Modal } from '../components/floating/modal.tsx'
import type { Conflict, Decision } from '../lib/conflict.ts'
import type { ConflictWords } from './conflict-context.ts'
import { conflictTexts as texts } from './texts.ts'

export interface Question {
  readonly conflicts: readonly Conflict[]
  readonly words: ConflictWords
  readonly answer: (decision: Decision) => void
}

export function ConflictDialog({ conflicts, words, answer }: Question) {
  const [stands, setStands] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(
    () => new Map(conflicts.map(({ field }) => [field, 'mine'])),
  )
  const shown = useMemo(
    () => conflicts.map((conflict) => ({ ...conflict, ...words(conflict) })),
    [conflicts, words],
  )
  return (
    <Modal
      opened
      onClose={() => answer(undefined)}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.giveUp }}
    >
      <Stack gap="md">
        <div>{texts.lead}</div>
        {shown.map(({ field, label, mine, theirs }) => (
          <Radio.Group
            key={field}
            label={label}
            value={stands.get(field) ?? 'mine'}
            onChange={(choice) =>
              setStands(new Map(stands).set(field, choice === 'theirs' ? 'theirs' : 'mine'))
            }
          >
            <Stack gap={6} mt={6}>
              <Radio value="mine" label={`${texts.mine}: ${mine ?? texts.empty}`} />
              <Radio value="theirs" label={`${texts.theirs}: ${theirs ?? texts.empty}`} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(undefined)}>
            {texts.giveUp}
          </Button>
          <Button data-autofocus onClick={() => answer(stands)}>
            {texts.keep}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
