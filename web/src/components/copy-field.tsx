// A value to be taken elsewhere: shown whole, selected on focus, copied by a button that says when it is done.
import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import classes from './copy-field.module.css'
import { Outcome } from './outcome.tsx'
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
      <Outcome>{outcome}</Outcome>
    </div>
  )
}
