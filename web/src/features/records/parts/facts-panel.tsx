// What every record has besides its form: who owns it, its team, its number in other systems, when it was made.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { EditableField } from '../../../forms/editable-field.tsx'
import type { FormField } from '../../../forms/form-parts.ts'
import { optionOf } from '../../../forms/form-parts.ts'
import { answer, client } from '../../../lib/client.ts'
import type { RecordChanges, RecordOverview } from '../record-calls.ts'
import { type RecordRef, useSaveRecord } from '../records.ts'
import { recordTexts } from '../texts.ts'
import { idOf, personField, textField } from './fact-fields.ts'
import { SidePanel } from './side-panel.tsx'
import editing from '../../../forms/editable-field.module.css'

const texts = recordTexts.details

/** `first` and `people` are what only the kind has: before everything else, and after the owner. */
export function FactsPanel(props: {
  target: RecordRef
  overview: RecordOverview
  first?: ReactNode
  people?: ReactNode
}) {
  const { target, overview, first, people } = props
  const { record, can } = overview
  const format = useFormat()
  const save = useSaveRecord(target, overview)
  const team = useTeamField(can.rights.includes('teamAssigned'))
  const put = (label: string, to: RecordChanges, undo: RecordChanges) =>
    save(to, { done: recordTexts.saved(label), undo })

  return (
    <SidePanel title={texts.title}>
      <div>
        {first}
        <OwnerField target={target} overview={overview} />
        {people}
        <EditableField
          field={team}
          value={
            record.teamAssigned
              ? { value: String(record.teamAssigned.id), label: record.teamAssigned.name ?? '' }
              : null
          }
          canEdit={can.rights.includes('teamAssigned')}
          onSave={(_field, chosen) =>
            put(texts.team, { teamAssigned: teamOf(chosen) }, { teamAssigned: record.teamAssigned ?? null })
          }
        />
        <EditableField
          field={textField('externalId', texts.externalId)}
          value={record.externalId ?? null}
          canEdit={can.rights.includes('externalId')}
          onSave={(_field, externalId) =>
            put(texts.externalId, { externalId }, { externalId: record.externalId ?? null })
          }
        />
        <div className={editing.row}>
          <div className={editing.label}>{texts.created}</div>
          <span className={editing.fixed} title={format.exactly(record.created?.dateUtc ?? '')}>
            {texts.createdBy(record.created?.userName ?? '', format.date(record.created?.dateUtc ?? ''))}
          </span>
        </div>
      </div>
    </SidePanel>
  )
}

/** A property on the page of a record; `stacked` has its label above. */
export interface FactProps {
  readonly target: RecordRef
  readonly overview: RecordOverview
  readonly stacked?: boolean
}

/** Who is responsible for it. */
export function OwnerField({ target, overview, stacked = false }: FactProps) {
  const { record, can } = overview
  const save = useSaveRecord(target, overview)
  return (
    <EditableField
      stacked={stacked}
      field={personField('owner', texts.owner, true)}
      value={record.owner ?? null}
      canEdit={can.rights.includes('owner')}
      onSave={(_field, owner) =>
        save(
          { owner: idOf(owner) },
          { done: recordTexts.saved(texts.owner), undo: { owner: idOf(record.owner) } },
        )
      }
    />
  )
}

/** The field of the team; its teams are only asked for by those who may change it. */
function useTeamField(enabled: boolean): FormField {
  const teams = useQuery({
    queryKey: ['teams', 'assignable'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/teams', {
          params: { query: { $filter: 'AllowAssignment eq true', $orderby: 'Place,Name', $top: 200 } },
          signal,
        }),
      ),
    enabled,
    staleTime: 300_000,
  })
  const options = (teams.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' }))
  return { ...textField('teamAssigned', texts.team), fieldType: 'Dropdown', options }
}

function teamOf(chosen: unknown): { id: number } | null {
  const option = optionOf(chosen)
  return option === undefined ? null : { id: Number(option.value) }
}
