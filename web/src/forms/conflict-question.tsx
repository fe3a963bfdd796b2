// The question after two people have changed one field: whose value shall stand.
import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Conflict, Decision } from '../lib/conflict.ts'
import classes from './conflict-question.module.css'

interface Asked {
  readonly conflicts: readonly Conflict[]
  readonly answer: (decision: Decision) => void
}

interface Props {
  /** What the field is called on this page. */
  readonly labelOf: (field: string) => string
  /** A value as this page shows it. */
  readonly show: (field: string, value: unknown) => ReactNode
}

/**
 * For `ask` of `saveMerged`: `const { ask, question } = useConflictQuestion({ labelOf, show })`; `question` belongs into the page.
 */
export function useConflictQuestion({ labelOf, show }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const ask = (conflicts: readonly Conflict[]) =>
    new Promise<Decision>((resolve) => {
      setAsked({
        conflicts,
        answer: (decision) => {
          setAsked(undefined)
          resolve(decision)
        },
      })
    })
  const question = asked === undefined ? null : <Question {...asked} labelOf={labelOf} show={show} />
  return { ask, question }
}

function Question({ conflicts, answer, labelOf, show }: Asked & Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (field: string, whose: string) => {
    const others = [...theirs].filter((each) => each !== field)
    setTheirs(new Set(whose === 'theirs' ? [...others, field] : others))
  }
  const decided = () =>
    new Map(conflicts.map(({ field }) => [field, theirs.has(field) ? 'theirs' : 'mine'] as const))
  return (
    <Modal opened onClose={() => answer(undefined)} title="Somebody else has changed this too" size="lg">
      <Stack>
        <p className={classes.lead}>
          While you were writing, somebody else changed the same {conflicts.length === 1 ? 'field' : 'fields'}
          . Everything else of yours and theirs is kept.
        </p>
        {conflicts.map(({ field, mine, theirs: other }) => (
          <Radio.Group
            key={field}
            label={labelOf(field)}
            value={theirs.has(field) ? 'theirs' : 'mine'}
            onChange={(whose) => choose(field, whose)}
          >
            <div className={classes.choices}>
              <Radio value="mine" label={<>Yours: {show(field, mine)}</>} />
              <Radio value="theirs" label={<>Theirs: {show(field, other)}</>} />
            </div>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(undefined)}>
            Keep writing
          </Button>
          <Button data-autofocus onClick={() => answer(decided())}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
