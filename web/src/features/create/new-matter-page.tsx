// Making a matter: its type first, then what that type asks.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { type Answers, filledIn, FormFill, ProblemSummary } from '../../forms/form-fill.tsx'
import { formParts } from '../../forms/form-parts.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { answer, client } from '../../lib/client.ts'
import { showDone } from '../records/show-done.ts'
import { useSignedIn } from '../session/session.ts'
import { matterFormQuery, matterTypesQuery, rememberType } from './create.ts'
import classes from './create.module.css'
import { MoreOptions, type Options } from './more-options.tsx'
import { CreatorsOnly } from './creators-only.tsx'
import { createTexts as texts } from './texts.ts'
import { TypeSelect } from './type-select.tsx'
import { useNewRecord } from './use-new-record.ts'

interface Draft {
  readonly typeId?: number
  readonly name: string
  readonly answers: Answers
  readonly options: Options
}

const empty: Draft = { name: '', answers: {}, options: {} }

export function NewMatterPage() {
  return (
    <CreatorsOnly create="matter">
      <NewMatter />
    </CreatorsOnly>
  )
}

function NewMatter() {
  const [draft, setDraft, forget] = useDraft<Draft>('new-matter', empty)
  const { typeId, name, answers, options } = draft
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const types = useQuery(matterTypesQuery)
  const form = useQuery(matterFormQuery(typeId))
  const parts = useMemo(() => formParts(form.data?.parts), [form.data])
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const record = useNewRecord(
    'matters',
    () => answer(client.POST('/v2/matters', { body: bodyOf(draft, filledIn(parts, answers)) })),
    (id) => {
      if (typeId !== undefined) rememberType(user.id, 'matters', typeId)
      forget()
      showDone(texts.created(name.trim()))
      void navigate({ to: '/matters/$id', params: { id: String(id) } })
    },
  )
  const problems = record.problemsOf(parts)
  return (
    <Page title={texts.newMatter}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          record.submit({ typeId, name, parts, answers })
        }}
      >
        <ErrorAlert error={types.error ?? form.error} />
        <ProblemSummary key={record.attempt} problems={record.summary(parts)} />
        {Object.keys(problems).length === 0 ? <ErrorAlert error={record.error} /> : null}
        <div className={classes.box}>
          <TypeSelect
            kind="matters"
            types={types.data}
            value={typeId}
            error={problems['type']}
            onChange={(chosen) => set({ typeId: chosen })}
          />
          <div data-field="name">
            <TextInput
              size="sm"
              label={texts.name}
              withAsterisk
              aria-required
              maxLength={255}
              value={name}
              error={problems['name']}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          </div>
          {form.isLoading ? <Loading label={texts.loadingForm} /> : null}
          <FormFill
            parts={parts}
            answers={answers}
            problems={problems}
            onChange={(next) => set({ answers: next })}
          />
          <MoreOptions
            withManager
            options={options}
            problems={problems}
            onChange={(next) => set({ options: next })}
          />
        </div>
        <div className={classes.acts}>
          <ActionButton type="submit" busy={record.busy}>
            {texts.createMatter}
          </ActionButton>
          {draft === empty ? null : <LinkButton onClick={forget}>{texts.discard}</LinkButton>}
        </div>
      </form>
    </Page>
  )
}

function bodyOf({ typeId = 0, name, options }: Draft, fields: Readonly<Record<string, unknown>>) {
  const { owner, manager, restricted } = options
  return {
    type: { id: typeId },
    name: name.trim(),
    fields,
    ...(owner === undefined ? {} : { owner: { id: owner.id } }),
    ...(manager === undefined ? {} : { manager: { user: { id: manager.id } } }),
    ...(restricted === true ? { restricted } : {}),
  }
}
