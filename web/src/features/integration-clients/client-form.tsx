// The form for an integration client, used for creating and editing.
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { redirectUriProblems } from '../../lib/addresses/redirect-uri.ts'
import { emailProblem } from '../session/email-problem.ts'
import classes from './client-form.module.css'
import { RedirectUrisField } from './redirect-uris-field.tsx'

/** The fields of the form. */
export interface ClientFormValues {
  name: string
  contactEmail: string
  redirectUris: string[]
}

/**
 * `children` are placed between the fields and the button. Nothing is submitted while the form itself finds an error.
 * `focusFirst` is for a form that replaces the focused element.
 */
export function ClientForm(props: {
  initial: ClientFormValues
  submitLabel: string
  busy: boolean
  error: unknown
  onSubmit: (values: ClientFormValues) => void
  onCancel: () => void
  focusFirst?: boolean
  children?: ReactNode
}) {
  const { initial, submitLabel, busy, error, onSubmit, onCancel, focusFirst = false, children } = props
  const [values, setValues] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (focusFirst) form.current?.querySelector('input')?.focus()
  }, [focusFirst])

  const change = (part: Partial<ClientFormValues>) => setValues({ ...values, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (isInOrder(values)) onSubmit(trimmed(values))
    // The first field with an error gets the focus once it is marked.
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={error} shownFields={['name', 'contactEmail', 'redirectUris']} />
      <TextInput
        label="Name"
        description="People see it when they are asked for consent."
        required
        maxLength={200}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={(checked && nameProblem(values.name)) || fieldError(error, 'name')}
      />
      <TextInput
        label="Contact email"
        description="Shown next to the name, for questions about the integration."
        type="email"
        required
        value={values.contactEmail}
        onChange={(event) => change({ contactEmail: event.currentTarget.value })}
        error={(checked && emailProblem(values.contactEmail)) || fieldError(error, 'contactEmail')}
      />
      <RedirectUrisField
        uris={values.redirectUris}
        onChange={(redirectUris) => change({ redirectUris })}
        checked={checked}
        error={fieldError(error, 'redirectUris')}
      />
      {children}
      <Group>
        <ActionButton type="submit" busy={busy}>
          {submitLabel}
        </ActionButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? 'Give the client a name.' : undefined
}

function isInOrder(values: ClientFormValues): boolean {
  const problems = [
    nameProblem(values.name),
    emailProblem(values.contactEmail),
    ...redirectUriProblems(values.redirectUris),
  ]
  return problems.every((problem) => problem === undefined)
}

// Redirect URIs are compared byte for byte, so they stay exactly as typed.
function trimmed({ name, contactEmail, redirectUris }: ClientFormValues): ClientFormValues {
  return { name: name.trim(), contactEmail: contactEmail.trim(), redirectUris }
}
