// The task templates whose tasks the matters of a type get automatically, and when.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { stateOf } from '../../../lib/states.ts'
import { namedStates } from '../../records/state/named-states.ts'
import { templatesQuery } from '../../tasks/templates/templates.ts'
import classes from '../../types/types.module.css'
import { useTypeAction } from '../../types/types.ts'
import { matterKind } from '../matter-kind.ts'
import { tasksOfTypeTexts as texts } from './texts.ts'

const path = '/v2/matterTypes/{typeId}/taskTemplates'
type Named = Answer<typeof path>['items'][number]
const states = ['Scoping', 'Review', 'Active', 'OnHold', 'Complete'] as const

export function TasksOfTypeTab({ typeId }: { typeId: number }) {
  const named = useQuery({
    queryKey: ['types', 'matterTypes', typeId, 'taskTemplates'],
    queryFn: async ({ signal }) =>
      (await answer(client.GET(path, { params: { path: { typeId } }, signal }))).items,
  })
  return (
    <Panel>
      <p className={classes.quiet}>
        {texts.lead}{' '}
        <TextLink to="/tasks/templates" inherit>
          {texts.toTemplates}
        </TextLink>
      </p>
      {named.isPending ? <PageSkeleton lines={4} /> : null}
      {named.isError ? <ErrorPanel error={named.error} retry={named.refetch} /> : null}
      {named.data ? (
        <TemplatesForm key={JSON.stringify(named.data)} typeId={typeId} named={named.data} />
      ) : null}
    </Panel>
  )
}

function TemplatesForm({ typeId, named }: { typeId: number; named: readonly Named[] }) {
  const me = useMe()
  const all = useQuery(templatesQuery)
  const [next, setNext] = useState(named)
  const save = useTypeAction((body: Sent<typeof path, 'put'>) =>
    answer(client.PUT(path, { params: { path: { typeId } }, body })),
  )
  const names = namedStates(me, matterKind, typeId)
  const others = (all.data ?? []).filter(({ id }) => next.every(({ template }) => template.id !== id))
  const set = (id: number | undefined, change: Partial<Named>) =>
    setNext(next.map((each) => (each.template.id === id ? { ...each, ...change } : each)))
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        const items = next.map(({ template: { id }, status }) => ({ template: { id: id ?? 0 }, status }))
        save.mutate({ items }, { onSuccess: () => showToast({ text: texts.saved }) })
      }}
    >
      {next.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      {next.map(({ template: { id, name }, status }) => (
        <div key={id} className={classes.add}>
          <NativeSelect
            label={name}
            flex="0 1 22rem"
            value={status ?? ''}
            data={[
              { value: '', label: texts.opened },
              ...states.map((state) => ({
                value: state,
                label: texts.at(stateOf(names, state)?.label ?? state),
              })),
            ]}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              set(id, { status: states.find((state) => state === chosen) ?? null })
            }}
          />
          <Button
            variant="default"
            aria-label={texts.removeOf(name ?? '')}
            onClick={() => setNext(next.filter(({ template }) => template.id !== id))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      {all.isSuccess && all.data.length === 0 ? <p className={classes.quiet}>{texts.noTemplates}</p> : null}
      {others.length === 0 ? null : (
        <NativeSelect
          label={texts.add}
          value=""
          data={[
            { value: '', label: texts.choose },
            ...others.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
          ]}
          onChange={(event) => {
            const chosen = others.find(({ id }) => String(id) === event.currentTarget.value)
            if (chosen) setNext([...next, { template: { id: chosen.id, name: chosen.name }, status: null }])
          }}
        />
      )}
      <ErrorAlert error={save.error ?? all.error} />
      <div>
        <ActionButton type="submit" busy={save.isPending}>
          {texts.save}
        </ActionButton>
      </div>
    </form>
  )
}
