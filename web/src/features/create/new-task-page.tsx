// Making a task on a matter.
import { TextInput } from '@mantine/core'
import { DateInput } from '../../components/date-input.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Page } from '../../components/page.tsx'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { type FoundRecord, type RecordChoice, RecordSelect } from '../../forms/inputs/record-select.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { fieldError } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { matterRef } from '../matters/matter-kind.ts'
import { recordChanged } from '../records/records.ts'
import { showDone } from '../records/show-done.ts'
import classes from './create.module.css'
import { CreatorsOnly } from './creators-only.tsx'
import { createTexts as texts } from './texts.ts'

interface Draft {
  readonly matter?: RecordChoice
  readonly name: string
  readonly due: string
  readonly assignee?: PersonValue | undefined
}

const empty: Draft = { name: '', due: '' }

export function NewTaskPage() {
  return (
    <CreatorsOnly create="task">
      <NewTask />
    </CreatorsOnly>
  )
}

function NewTask() {
  const [draft, setDraft, forget] = useDraft<Draft>('new-task', empty)
  const [checked, setChecked] = useState(false)
  const { matter, name, due, assignee } = draft
  const queries = useQueryClient()
  const navigate = useNavigate()
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const create = useAction({
    mutationFn: (matterId: number) =>
      answer(
        client.POST('/v2/matters/{matterId}/tasks', {
          params: { path: { matterId } },
          body: {
            name: name.trim(),
            ...(due === '' ? {} : { dueDate: `${due}T00:00:00` }),
            ...(assignee === undefined ? {} : { assignee: { id: assignee.id } }),
          },
        }),
      ),
    onSuccess: async (_task, matterId) => {
      forget()
      await recordChanged(queries, matterRef(matterId))
      void queries.invalidateQueries({ queryKey: ['tasks'] })
      showDone(texts.created(name.trim()))
      await navigate({ to: recordRoute(kinds.matter, matterId), search: { tab: 'tasks' } })
    },
  })

  return (
    <Page title={texts.newTask}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (matter && name.trim() !== '') create.mutate(matter.id)
        }}
      >
        <ErrorAlert error={create.error} shownFields={['name', 'dueDate', 'assignee']} />
        <div className={classes.box}>
          <RecordSelect
            size="sm"
            type={kinds.matter.type}
            label={texts.matterOfTask}
            placeholder={texts.typeSearch}
            withAsterisk
            aria-required
            record={matter}
            error={checked && !matter ? texts.matterNeeded : undefined}
            offers={isOpen}
            onRecord={(chosen) => set({ matter: chosen })}
          />
          <TextInput
            size="sm"
            label={texts.what}
            withAsterisk
            aria-required
            maxLength={255}
            value={name}
            error={checked && name.trim() === '' ? texts.whatNeeded : fieldError(create.error, 'name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <DateInput
            size="sm"
            label={texts.due}
            value={due}
            error={fieldError(create.error, 'dueDate')}
            onChange={(day) => set({ due: day })}
          />
          <PersonSelect
            size="sm"
            label={texts.assignee}
            clearable
            person={assignee}
            error={fieldError(create.error, 'assignee')}
            onPerson={(person) => set({ assignee: person ?? undefined })}
          />
        </div>
        <div className={classes.acts}>
          <ActionButton type="submit" busy={create.isPending}>
            {texts.createTask}
          </ActionButton>
        </div>
      </form>
    </Page>
  )
}

const isOpen = ({ status }: FoundRecord) => status !== 'Complete' && status !== 'Archived'
