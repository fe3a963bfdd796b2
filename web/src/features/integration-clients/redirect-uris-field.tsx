// One row for each redirect URI, validated while typing.
import { Button, Input, TextInput } from '@mantine/core'
import { useId, useRef } from 'react'
import { redirectUriProblems } from '../../lib/addresses/redirect-uri.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import classes from './redirect-uris-field.module.css'

const PAUSE = 400

/**
 * A row's problem shows when the person pauses, or when the form was `checked`. Not when they leave the row: the
 * message would push the button they are about to press away from under the pointer.
 */
export function RedirectUrisField(props: {
  uris: string[]
  onChange: (uris: string[]) => void
  checked: boolean
  error: string | undefined
}) {
  const { uris, onChange, checked, error } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const description = useId()
  const problems = redirectUriProblems(uris)
  const settled = useDebouncedValue(uris, PAUSE)

  function focusRow(index: number) {
    requestAnimationFrame(() => group.current?.querySelectorAll('input')[index]?.focus())
  }

  function add() {
    onChange([...uris, ''])
    focusRow(uris.length)
  }

  function remove(index: number) {
    onChange(uris.toSpliced(index, 1))
    focusRow(Math.max(0, index - 1))
  }

  return (
    <fieldset ref={group} className={classes.field} aria-describedby={description}>
      <legend className={classes.legend}>Redirect URIs</legend>
      <Input.Description id={description} size="md">
        Where people are sent back to: https, or http on localhost. Compared character by character;
        per-request data belongs in “state”. A sandbox accepts other addresses as well, production only these.
      </Input.Description>
      {uris.map((uri, index) => (
        // Rows have no identity of their own; focus and values follow the position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.row}>
          <TextInput
            className={classes.input ?? ''}
            aria-label={`Redirect URI ${index + 1}`}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://app.example.org/callback"
            value={uri}
            onChange={(event) => onChange(uris.with(index, event.currentTarget.value))}
            error={checked || (uri !== '' && uri === settled[index]) ? problems[index] : undefined}
          />
          <Button
            variant="default"
            aria-label={`Remove redirect URI ${index + 1}`}
            onClick={() => remove(index)}
          >
            Remove
          </Button>
        </div>
      ))}
      {error === undefined ? null : <Input.Error size="md">{error}</Input.Error>}
      <Button variant="default" size="sm" className={classes.add ?? ''} onClick={add}>
        {uris.length === 0 ? 'Add a redirect URI' : 'Add another'}
      </Button>
    </fieldset>
  )
}
