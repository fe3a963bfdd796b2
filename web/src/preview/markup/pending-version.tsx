// What will be in the next version of a document, below the list that it was chosen in: saved together, or undone.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import classes from './markup-panel.module.css'
import { markupTexts as texts } from './markup-texts.ts'

/** `said`: what will be in it; empty for nothing. */
export function PendingVersion(props: {
  said: string
  busy: boolean
  error: unknown
  onSave: () => void
  onClear: () => void
  children?: ReactNode
}) {
  const { said, busy, error, onSave, onClear, children } = props
  return (
    <div className={classes.pending} data-empty={said === ''}>
      <output>{said}</output>
      {said !== '' && (
        <>
          {children}
          <span className={classes.all}>
            <ActionButton size="compact-sm" busy={busy} onClick={onSave}>
              {texts.save}
            </ActionButton>
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              {texts.clear}
            </Button>
          </span>
        </>
      )}
      <ErrorAlert error={error} />
    </div>
  )
}
