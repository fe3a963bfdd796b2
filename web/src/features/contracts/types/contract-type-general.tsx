// What a contract type is called, its group, and what it decides of new contracts.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { allPages } from '../../../lib/all-pages.ts'
import type { Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { NameFields, namedBody } from '../../types/name-fields.tsx'
import { TeamSelect } from '../../types/team-select.tsx'
import { typesTexts as texts } from '../../types/texts.ts'
import classes from '../../types/types.module.css'
import { useTypeAction } from '../../types/types.ts'
import type { ContractType } from './contract-type-page.tsx'
import { categories } from './contract-types.tsx'

export function ContractTypeGeneral({ type }: { type: ContractType }) {
  const typeId = type.id ?? 0
  const groups = useQuery({
    queryKey: ['types', 'contractGroups'],
    queryFn: ({ signal }) =>
      allPages((query) =>
        answer(
          client.GET('/v2/contractGroups', {
            params: { query: { ...query, $orderby: 'Place,Name' } },
            signal,
          }),
        ),
      ),
  })
  const [next, setNext] = useState({
    name: type.name ?? '',
    description: type.description ?? '',
    groupId: type.parent?.id ?? 0,
    category: type.category,
    teamId: type.teamAssigned?.id ?? null,
    teamRequired: type.teamAssignmentRequired ?? false,
    amends: type.amends,
    signedCopyRequired: type.signedCopyRequired,
  })
  const set = (part: Partial<typeof next>) => setNext({ ...next, ...part })
  const save = useTypeAction((body: Sent<'/v2/contractTypes/{typeId}', 'patch'>) =>
    answer(client.PATCH('/v2/contractTypes/{typeId}', { params: { path: { typeId } }, body })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { groupId, category, teamId, teamRequired, amends, signedCopyRequired } = next
    save.mutate(
      {
        ...namedBody(next),
        parent: { id: groupId },
        category,
        teamAssigned: teamId === null ? null : { id: teamId },
        teamAssignmentRequired: teamRequired,
        amends,
        signedCopyRequired,
      },
      { onSuccess: () => showToast({ text: texts.saved }) },
    )
  }
  return (
    <Panel>
      <form className={classes.form} onSubmit={submit}>
        <NameFields value={next} error={save.error} onChange={set} />
        <NativeSelect
          label={texts.group}
          value={String(next.groupId)}
          error={fieldError(save.error, 'parent')}
          data={(groups.data ?? [{ id: type.parent?.id ?? 0, name: type.parent?.name ?? '' }]).map(
            ({ id, name }) => ({ value: String(id), label: name }),
          )}
          onChange={(event) => set({ groupId: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={texts.category}
          value={next.category}
          data={categories.map((value) => ({ value, label: texts.categories[value] }))}
          onChange={(event) => set({ category: event.currentTarget.value as typeof next.category })}
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
          label={texts.amends}
          checked={next.amends}
          onChange={(event) => set({ amends: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.signedCopyRequired}
          checked={next.signedCopyRequired}
          onChange={(event) => set({ signedCopyRequired: event.currentTarget.checked })}
        />
        <ErrorAlert error={save.error} shownFields={['name', 'description', 'parent', 'teamAssigned']} />
        <div>
          <ActionButton type="submit" busy={save.isPending}>
            {texts.save}
          </ActionButton>
        </div>
      </form>
    </Panel>
  )
}
