// Marks a key date as done, and takes it back.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { type KeyDateRow, undoOf, useChangeKeyDate } from './key-dates.ts'

/** What was done last, with the way back. */
export function useDone() {
  const change = useChangeKeyDate()
  const [last, setLast] = useState<KeyDateRow>()
  const [message, setMessage] = useState('')
  const name = ({ name: called }: KeyDateRow) => called ?? ''
  return {
    done(row: KeyDateRow) {
      change.mutate(
        { row, changes: { done: true } },
        {
          onSuccess: () => {
            setLast(row)
            setMessage(row.recurrence ? texts.movedOn(name(row)) : texts.isDone(name(row)))
          },
        },
      )
    },
    notice: (
      <>
        <ErrorAlert error={change.error} />
        <StatusMessage>{message}</StatusMessage>
        {last && (
          <Button
            size="compact-sm"
            variant="light"
            style={{ alignSelf: 'start' }}
            onClick={() =>
              change.mutate(
                { row: last, changes: undoOf(last) },
                {
                  onSuccess: () => {
                    setMessage(texts.undone(name(last)))
                    setLast(undefined)
                  },
                },
              )
            }
          >
            {texts.undo}
          </Button>
        )}
      </>
    ),
  }
}
