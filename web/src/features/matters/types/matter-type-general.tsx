// What a matter type is called, where it stands in the tree, and what it decides of new matters.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { answer, client } from '../../../lib/client.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { useManager } from '../../types/chosen-person.ts'
import { NameFields, namedBody } from '../../types/name-fields.tsx'
import { TeamSelect } from '../../types/team-select.tsx'
import { typesTexts as texts } from '../../types/texts.ts'
import classes from '../../types/types.module.css'
import { typeUsageQuery, useTypeAction } from '../../types/types.ts'
import type { MatterType } from './matter-type-page.tsx'
import { treeOf } from './matter-types.tsx'

export function MatterTypeGeneral({ type }: { type: MatterType }) {
  const typeId = type.id ?? 0
  const usage = useQuery(typeUsageQuery)
  const [next, setNext] = useState({
    name: type.name ?? '',
    description: type.description ?? '',
    parent: type.parent?.id ?? null,
    teamId: type.teamAssigned?.id ?? null,
    teamRequired: type.teamAssignmentRequired,
    restricted: type.defaults?.restricted === true,
    urgent: type.defaults?.urgent === true,
  })
  const [manager, setManager] = useManager(type.defaults?.manager?.id)
  const set = (part: Partial<typeof next>) => setNext({ ...next, ...part })
  const save = useTypeAction((body: object) =>
    answer(client.PATCH('/v2/matterTypes/{typeId}', { params: { path: { typeId } }, body })),
  )
  const tree = treeOf(usage.data?.matterTypes ?? []).filter(({ active, id }) => active && id !== typeId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { parent, teamId, teamRequired, restricted, urgent } = next
    save.mutate(
      {
        ...namedBody(next),
        parent: parent === null ? null : { id: parent },
        teamAssigned: teamId === null ? null : { id: teamId },
        teamAssignmentRequired: teamRequired,
        defaults: {
          manager: manager === undefined ? null : { id: manager.id },
          restricted,
          urgent,
        },
      },
      { onSuccess: () => showToast({ text: texts.saved }) },
    )
  }
  return (
    <Panel>
      <form className={classes.form} onSubmit={submit}>
        <NameFields value={next} error={save.error} onChange={set} />
        <NativeSelect
          label={texts.parent}
          value={next.parent === null ? '' : String(next.parent)}
          error={fieldError(save.error, 'parent')}
          onChange={({ currentTarget: { value } }) => set({ parent: value === '' ? null : Number(value) })}
          data={[
            { value: '', label: texts.atTop },
            ...tree.map(({ id, name, depth }) => ({
              value: String(id),
              label: `${'– '.repeat(depth)}${name}`,
            })),
          ]}
        />
        <PersonSelect
          label={texts.manager}
          description={texts.managerHint}
          clearable
          person={manager}
          error={fieldError(save.error, 'defaults')}
          onPerson={(person) => setManager(person ?? undefined)}
        />
        <TeamSelect
          value={next.teamId}
          error={fieldError(save.error, 'teamAssigned')}
          onChange={(teamId) => set({ teamId })}
        />
        <Checkbox
          label={texts.teamRequired}
          checked={next.teamRequired}
          onChange={(event) => set({ teamRequired: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.restricted}
          checked={next.restricted}
          onChange={(event) => set({ restricted: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.urgent}
          checked={next.urgent}
          onChange={(event) => set({ urgent: event.currentTarget.checked })}
        />
        <ErrorAlert
          error={save.error}
          shownFields={['name', 'description', 'parent', 'defaults', 'teamAssigned']}
        />
        <div>
          <ActionButton type="submit" busy={save.isPending}>
            {texts.save}
          </ActionButton>
        </div>
      </form>
    </Panel>
  )
}
