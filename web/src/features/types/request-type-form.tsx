// What an administrator says of a request type.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { showToast } from '../../components/toast-store.ts'
import { fieldsOf, formParts } from '../../forms/form-parts.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import type { PersonValue } from '../../forms/field-kind.ts'
import type { Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { fieldError } from '../../lib/refusal.ts'
import { OptionalWholeInput } from '../../forms/inputs/whole-input.tsx'
import type { RequestType } from '../intake/intake.ts'
import { contractFormQuery } from '../contracts/creation/contract-creation.ts'
import { treeOf } from '../matters/types/matter-types.tsx'
import { type Bound, BoundsField } from './bounds-field.tsx'
import { requestTypeTexts as texts } from './request-type-texts.ts'
import { TeamSelect } from './team-select.tsx'
import { typesTexts } from './texts.ts'
import classes from './types.module.css'
import { typeUsageQuery, useTypeAction } from './types.ts'
import { useManager } from './chosen-person.ts'

type Body = Sent<'/v2/requestTypes', 'post'>

interface Draft {
  readonly title: string
  readonly help: string
  readonly matterTypeId: string
  readonly contractTypeId: string
  readonly within: number | null
  readonly unit: 'days' | 'hours'
  readonly teamId: number | null
  readonly selfService: boolean
  readonly bounds: readonly Bound[]
}

const shown = [
  'title',
  'help',
  'matterType',
  'contractType',
  'answerWithinDays',
  'answerWithinHours',
  'manager',
  'team',
  'bounds',
]

const draftOf = (type: RequestType | undefined): Draft => ({
  title: type?.title ?? '',
  help: type?.help ?? '',
  matterTypeId: String(type?.matterType.id ?? ''),
  contractTypeId: String(type?.contractType?.id ?? ''),
  within: type?.answerWithinDays ?? type?.answerWithinHours ?? null,
  unit: typeof type?.answerWithinHours === 'number' ? 'hours' : 'days',
  teamId: type?.team?.id ?? null,
  selfService: type?.selfService === true,
  bounds: (type?.bounds ?? []).map(({ field, atMost, oneOf, orEmpty }) => ({
    field: field.id,
    atMost,
    oneOf,
    orEmpty,
  })),
})

export function RequestTypeForm({ type }: { type: RequestType | undefined }) {
  const navigate = useNavigate()
  const usage = useQuery(typeUsageQuery)
  const [next, setNext] = useState(draftOf(type))
  const [manager, setManager] = useManager(type?.manager?.id)
  const set = (part: Partial<Draft>) => setNext({ ...next, ...part })
  const makes = next.contractTypeId !== ''
  const wizard = useQuery(contractFormQuery(makes ? Number(next.contractTypeId) : undefined, 'wizard'))
  const save = useTypeAction((body: Body) =>
    type === undefined
      ? answer(client.POST('/v2/requestTypes', { body }))
      : answer(client.PATCH('/v2/requestTypes/{typeId}', { params: { path: { typeId: type.id } }, body })),
  )
  const errorOf = (name: string) => fieldError(save.error, name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(bodyOf(next, manager), {
      onSuccess: () => {
        showToast({ text: type === undefined ? texts.created(next.title.trim()) : typesTexts.saved })
        if (type === undefined) void navigate({ to: '/administration/types' })
      },
    })
  }
  const matterTypes = treeOf(usage.data?.matterTypes ?? []).filter(({ active }) => active)
  const contractTypes = (usage.data?.contractTypes ?? []).filter(
    ({ active, hasWizard }) => active && hasWizard,
  )
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        required
        label={texts.name}
        description={texts.nameHint}
        maxLength={255}
        value={next.title}
        error={errorOf('title')}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={texts.help}
        description={texts.helpHint}
        autosize
        minRows={2}
        value={next.help}
        error={errorOf('help')}
        onChange={(event) => set({ help: event.currentTarget.value })}
      />
      <NativeSelect
        required
        label={texts.matterType}
        description={texts.matterTypeHint}
        value={next.matterTypeId}
        error={errorOf('matterType')}
        data={[
          { value: '', label: texts.choose },
          ...matterTypes.map(({ id, name, depth }) => ({
            value: String(id),
            label: `${'– '.repeat(depth)}${name}`,
          })),
        ]}
        onChange={(event) => set({ matterTypeId: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.contractType}
        description={texts.contractTypeHint}
        value={next.contractTypeId}
        error={errorOf('contractType')}
        data={[
          { value: '', label: texts.noContract },
          ...contractTypes.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ contractTypeId: value, bounds: [], ...(value === '' ? { selfService: false } : {}) })
        }
      />
      <FormLink draft={next} />
      {makes ? (
        <>
          <Checkbox
            label={texts.selfService}
            checked={next.selfService}
            onChange={(event) => set({ selfService: event.currentTarget.checked })}
          />
          {next.selfService ? (
            <BoundsField
              fields={fieldsOf(formParts(wizard.data?.parts))}
              bounds={next.bounds}
              error={errorOf('bounds')}
              onChange={(bounds) => set({ bounds })}
            />
          ) : null}
        </>
      ) : null}
      <OptionalWholeInput
        label={texts.within}
        description={texts.withinHint}
        min={next.unit === 'hours' ? 1 : 0}
        max={next.unit === 'hours' ? 500 : 365}
        value={next.within}
        error={errorOf('answerWithinDays') ?? errorOf('answerWithinHours')}
        onChange={(within) => set({ within })}
      />
      <NativeSelect
        label={texts.unit}
        value={next.unit}
        data={Object.entries(texts.units).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => set({ unit: value === 'hours' ? 'hours' : 'days' })}
      />
      <PersonSelect
        label={typesTexts.manager}
        description={typesTexts.managerHint}
        clearable
        person={manager}
        error={errorOf('manager')}
        onPerson={(person) => setManager(person ?? undefined)}
      />
      <TeamSelect value={next.teamId} error={errorOf('team')} onChange={(teamId) => set({ teamId })} />
      <ErrorAlert error={save.error} shownFields={shown} />
      <div>
        <ActionButton type="submit" busy={save.isPending}>
          {type === undefined ? texts.create : texts.save}
        </ActionButton>
      </div>
    </form>
  )
}

/** The form that people fill in belongs to the type that a request makes. */
function FormLink({ draft: { contractTypeId, matterTypeId } }: { draft: Draft }) {
  if (contractTypeId !== '') {
    return (
      <TextLink size="sm" to="/administration/contract-types/$typeId" params={{ typeId: contractTypeId }}>
        {texts.designForm}
      </TextLink>
    )
  }
  return matterTypeId === '' ? null : (
    <TextLink size="sm" to="/administration/matter-types/$typeId" params={{ typeId: matterTypeId }}>
      {texts.designForm}
    </TextLink>
  )
}

function bodyOf(draft: Draft, manager: PersonValue | undefined): Body {
  const { title, help, matterTypeId, contractTypeId, within, unit, teamId, selfService, bounds } = draft
  return {
    title: title.trim(),
    help: help.trim() === '' ? null : help.trim(),
    matterType: { id: Number(matterTypeId) },
    contractType: contractTypeId === '' ? null : { id: Number(contractTypeId) },
    answerWithinDays: unit === 'days' ? within : null,
    answerWithinHours: unit === 'hours' ? within : null,
    manager: manager === undefined ? null : { id: manager.id },
    team: teamId === null ? null : { id: teamId },
    selfService,
    bounds: selfService
      ? bounds.map(({ oneOf, ...bound }) => ({ ...bound, oneOf: oneOf === null ? null : [...oneOf] }))
      : [],
  }
}
