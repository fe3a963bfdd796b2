// Title, category and owner of a clause, changed where they are shown.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { fieldError } from '../../lib/refusal.ts'
import classes from './clauses.module.css'
import { type ClauseDetails, useChangeClause } from './clauses.ts'
import { CategoryInput } from './new-clause.tsx'
import { clauseTexts as texts } from './texts.ts'

interface Props {
  readonly clause: ClauseDetails
  readonly etag: string | undefined
}

export function ClauseProperties(props: Props) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <PropertiesForm {...props} onClose={() => setEditing(false)} />
  return (
    <div>
      <Button variant="subtle" size="compact-sm" ml={-8} mt="xs" onClick={() => setEditing(true)}>
        {texts.details}
      </Button>
    </div>
  )
}

function PropertiesForm({ clause, etag, onClose }: Props & { onClose: () => void }) {
  const [title, setTitle] = useState(clause.title)
  const [category, setCategory] = useState(clause.category)
  const [owner, setOwner] = useState<PersonValue | null>(clause.owner ?? null)
  const action = useChangeClause(clause.id, etag)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ownedBy = owner && owner.id !== clause.owner?.id ? { owner: { id: owner.id } } : {}
    action.mutate(
      { title, category, ...ownedBy },
      {
        onSuccess: () => {
          showToast({ text: texts.saved })
          onClose()
        },
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.pair}>
        <TextInput
          label={texts.clauseTitle}
          required
          maxLength={200}
          value={title}
          error={fieldError(action.error, 'title')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <CategoryInput value={category} error={fieldError(action.error, 'category')} onChange={setCategory} />
        <PersonSelect
          label={texts.owner}
          description={texts.ownerHint}
          colleaguesOnly
          person={owner ?? undefined}
          onPerson={setOwner}
          error={fieldError(action.error, 'owner')}
        />
      </div>
      <ErrorAlert error={action.error} shownFields={['title', 'category', 'owner']} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <ActionButton type="submit" busy={action.isPending}>
          {texts.save}
        </ActionButton>
      </div>
    </form>
  )
}
