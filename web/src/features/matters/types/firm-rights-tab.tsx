// What a matter type opens to law firms who are in charge of a matter.
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { fieldsOf, formParts } from '../../../forms/form-parts.ts'
import type { Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import classes from '../../types/types.module.css'
import { useTypeAction } from '../../types/types.ts'
import { firmRightsQuery, type FirmRights, formsQuery } from './firm-rights.ts'
import { firmRightsTexts as texts } from './texts.ts'

export function FirmRightsTab({ typeId }: { typeId: number }) {
  const rights = useQuery(firmRightsQuery(typeId))
  return (
    <Panel>
      <p className={classes.quiet}>{texts.lead}</p>
      {rights.isPending ? <PageSkeleton lines={5} /> : null}
      {rights.isError ? <ErrorPanel error={rights.error} retry={rights.refetch} /> : null}
      {rights.data ? (
        <RightsForm key={JSON.stringify(rights.data)} typeId={typeId} rights={rights.data} />
      ) : null}
    </Panel>
  )
}

function RightsForm({ typeId, rights }: { typeId: number; rights: FirmRights }) {
  const forms = useQuery(formsQuery(typeId))
  const [next, setNext] = useState(rights)
  const save = useTypeAction((body: Sent<'/v2/matterTypes/{typeId}/firmRights', 'put'>) =>
    answer(client.PUT('/v2/matterTypes/{typeId}/firmRights', { params: { path: { typeId } }, body })),
  )
  const has = (name: string) => next.mayChange.includes(name)
  const set = (name: string, is: boolean) =>
    setNext({
      ...next,
      mayChange: is ? [...next.mayChange, name] : next.mayChange.filter((each) => each !== name),
    })
  const fields = new Map(
    (forms.data ?? []).flatMap(({ parts }) => fieldsOf(formParts(parts))).map((field) => [field.id, field]),
  )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { ...next, mayChange: [...next.mayChange] },
          { onSuccess: () => showToast({ text: texts.saved }) },
        )
      }}
    >
      <Checkbox
        label={texts.colleagues}
        checked={next.addColleagues}
        onChange={(event) => setNext({ ...next, addColleagues: event.currentTarget.checked })}
      />
      <fieldset className={classes.bounds}>
        <legend>{texts.mayChange}</legend>
        {Object.entries(texts.properties).map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={has(name)}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
        ))}
        {has('fields')
          ? null
          : [...fields.values()].map(({ id, label }) => (
              <Checkbox
                key={id}
                label={texts.field(label)}
                checked={has(`fields.${id}`)}
                onChange={(event) => set(`fields.${id}`, event.currentTarget.checked)}
              />
            ))}
      </fieldset>
      <ErrorAlert error={save.error} />
      <div>
        <ActionButton type="submit" busy={save.isPending}>
          {texts.save}
        </ActionButton>
      </div>
    </form>
  )
}
