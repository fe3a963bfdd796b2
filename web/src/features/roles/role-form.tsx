// The form of a role: name, purpose, what it is made from, and everything that it allows.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { RightsFields } from './rights-fields.tsx'
import type { Role, RoleRights } from './roles.ts'
import { roleTexts as texts } from './role-texts.ts'
import classes from './roles.module.css'

/** A role as somebody is writing it. */
export interface RoleDraft extends RoleRights {
  readonly name: string
  readonly description: string
}

const roles = Object.keys(texts.roles) as Role[]
const shown = ['name', 'description', 'role']

export function RoleForm(props: {
  draft: RoleDraft
  onDraft: (draft: RoleDraft) => void
  error: unknown
  onSubmit: () => void
  children: ReactNode
}) {
  const { draft, onDraft, error, onSubmit, children } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={texts.name}
        required
        maxLength={100}
        value={draft.name}
        error={fieldError(error, 'name')}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, name: value })}
      />
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.description}
        error={fieldError(error, 'description')}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, description: value })}
      />
      <NativeSelect
        label={texts.base}
        description={`${texts.roleHints[draft.role]} ${texts.baseHint}`}
        data={roles.map((value) => ({ value, label: texts.roles[value] }))}
        value={draft.role}
        error={fieldError(error, 'role')}
        onChange={({ currentTarget: { value } }) =>
          onDraft({ ...draft, role: roles.find((role) => role === value) ?? draft.role })
        }
      />
      <RightsFields rights={draft} onRights={(rights) => onDraft({ ...draft, ...rights })} />
      <ErrorAlert error={error} shownFields={shown} />
      {children}
    </form>
  )
}
