// Asks which value shall stand where two people changed the same field. It is rare: everything else is put together without asking.
import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Conflict, Decision } from '../lib/conflict.ts'
import { ConflictContext, type ConflictWords } from './conflict-context.ts'
import { conflictTexts as texts } from './texts.ts'

interface Question {
  readonly conflicts: readonly Conflict[]
  readonly words: ConflictWords
  readonly answer: (decision: Decision) => void
}

/** Provides `useAskConflict` to what is within. */
export function ConflictAsker({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback(
    (conflicts: readonly Conflict[], words: ConflictWords) =>
      new Promise<Decision>((resolve) => {
        setQuestion({
          conflicts,
          words,
          answer: (decision) => {
            setQuestion(undefined)
            resolve(decision)
          },
        })
      }),
    [],
  )
  return (
    <ConflictContext value={ask}>
      {children}
      {question === undefined ? null : <ConflictDialog {...question} />}
    </ConflictContext>
  )
}

function ConflictDialog({ conflicts, words, answer }: Question) {
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
