// Asks for the fields that a record needs before it can move to a state, and moves it with them.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { type Answers, filledIn, FormFill, problemsIn } from '../../../forms/form-fill.tsx'
import { fieldsOf, type FormPart, formParts } from '../../../forms/form-parts.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { RecordOverview } from '../record-calls.ts'
import { recordTexts } from '../texts.ts'
import type { NeededMove } from './state-path.tsx'

const texts = recordTexts.path

export function NeededFields(props: {
  overview: RecordOverview
  move: NeededMove
  /** What the state is called. */
  state: string
  onMove: (fields: Readonly<Record<string, unknown>>) => Promise<unknown>
  onClose: () => void
}) {
  const { overview, move, state, onMove, onClose } = props
  const [answers, setAnswers] = useState<Answers>({})
  const [tried, setTried] = useState(false)
  const parts = neededParts(overview, move.needs)
  const problems = tried ? problemsIn(parts, answers) : {}
  const moving = useAction<unknown>({ mutationFn: () => onMove(filledIn(parts, answers)) })
  return (
    <Modal opened onClose={onClose} title={texts.finalTitle(state)}>
      <Stack>
        {move.question === '' ? null : <div>{move.question}</div>}
        <div>{texts.needed(state)}</div>
        <FormFill parts={parts} answers={answers} problems={problems} level={3} onChange={setAnswers} />
        <ErrorAlert error={moving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            busy={moving.isPending}
            onClick={() => {
              setTried(true)
              if (Object.keys(problemsIn(parts, answers)).length === 0)
                moving.mutate(undefined, { onSuccess: onClose })
            }}
          >
            {texts.confirm(state)}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Required here, and empty: what a new record begins with is not what this one has. */
const neededParts = ({ form }: RecordOverview, needs: readonly string[]): readonly FormPart[] =>
  fieldsOf(formParts(form.parts))
    .filter(({ id }) => needs.includes(id))
    .map((field) => ({
      kind: 'field',
      field: { ...field, required: true, initial: field.several ? [] : null },
      when: null,
    }))
