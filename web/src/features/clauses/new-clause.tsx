// A new clause, with its first texts.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { fieldError } from '../../lib/refusal.ts'
import classes from './clauses.module.css'
import { categoriesQuery, useCreateClause } from './clauses.ts'
import { ContentForm, contentToSend, emptyContent } from './content-form.tsx'
import { clauseTexts as texts } from './texts.ts'

export function NewClause() {
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState('')
  const [clauseKey, setClauseKey] = useState('')
  const [content, setContent] = useState(emptyContent)
  const action = useCreateClause()
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = clauseKey.trim() === '' ? {} : { key: clauseKey.trim() }
    action.mutate(
      { ...contentToSend(content), title, category, ...given },
      {
        onSuccess: ({ id }) => {
          showToast({ text: texts.created })
          void navigate({ to: '/administration/clauses/$clauseId', params: { clauseId: String(id) } })
        },
      },
    )
  }
  return (
    <Page
      title={texts.newTitle}
      lead={texts.newLead}
      actions={<TextLink to="/administration/clauses">{texts.title}</TextLink>}
    >
      <Panel>
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
            <CategoryInput
              value={category}
              error={fieldError(action.error, 'category')}
              onChange={setCategory}
            />
            <TextInput
              label={texts.key}
              description={texts.keyHint}
              maxLength={60}
              value={clauseKey}
              error={fieldError(action.error, 'key')}
              onChange={(event) => setClauseKey(event.currentTarget.value)}
            />
          </div>
          <ContentForm content={content} error={action.error} onChange={setContent} />
          <ErrorAlert error={action.error} shownFields={['title', 'category', 'key', 'text']} />
          <div className={classes.foot}>
            <ActionButton type="submit" busy={action.isPending}>
              {texts.create}
            </ActionButton>
          </div>
        </form>
      </Panel>
    </Page>
  )
}

/** Any word; those that there are, are proposed. */
export function CategoryInput(props: {
  value: string
  error: string | undefined
  onChange: (category: string) => void
}) {
  const listId = useId()
  const categories = useQuery(categoriesQuery)
  const { value, error, onChange } = props
  return (
    <>
      <TextInput
        label={texts.category}
        description={texts.categoryHint}
        required
        maxLength={100}
        list={listId}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {categories.data?.items.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
