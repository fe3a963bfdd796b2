// A value to be used elsewhere: fully visible, selected on focus, with a copy button that confirms.
import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import classes from './copy-field.module.css'
import { StatusMessage } from './status-message.tsx'
import { useCopy } from './use-copy.ts'

export function CopyField({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { copy, outcome } = useCopy(value, () => input.current?.select())
  return (
    <div>
      <div className={classes.field}>
        <TextInput
          ref={input}
          className={classes.input ?? ''}
          classNames={{ input: classes.value ?? '' }}
          label={label}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <StatusMessage>{outcome}</StatusMessage>
    </div>
  )
}
