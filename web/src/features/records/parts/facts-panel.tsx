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
import { SidePanel } from './side-panel.tsx'
import editing from '../../../forms/editable-field.module.css'

const texts = recordTexts.details

/** Of a contract, the end of it stands first; `children` stand before that. */
export function FactsPanel(props: {
  target: RecordRef
  overview: RecordOverview
  title?: string
  children?: ReactNode
}) {
  const { target, overview, title = texts.title, children } = props
  const { record, can } = overview
  const format = useFormat()
  const save = useSaveRecord(target, overview)
  const team = useTeamField(can.rights.includes('teamAssigned'))
  const isContract = target.kind === 'contracts'
  const manager = 'manager' in record ? record.manager : undefined
  const put = (label: string, to: RecordChanges, undo: RecordChanges) =>
    save(to, { done: recordTexts.saved(label), undo })

  return (
    <SidePanel title={title}>
      <div>
        {children}
        {isContract ? <ExpiryField target={target} overview={overview} /> : null}
        <OwnerField target={target} overview={overview} />
        {isContract ? null : (
          <EditableField
            field={personField('manager', texts.manager, false)}
            value={manager?.user ?? null}
            canEdit={can.rights.includes('manager') && manager?.user !== null}
            onSave={(_field, user) =>
              put(
                texts.manager,
                { manager: { user: idOf(user) } },
                { manager: { user: idOf(manager?.user) } },
              )
            }
          >
            {manager?.intakeQueue ? texts.inIntake : undefined}
          </EditableField>
        )}
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

interface FactProps {
  readonly target: RecordRef
  readonly overview: RecordOverview
  readonly stacked?: boolean
}

/** The day on which a contract ends. */
export function ExpiryField({ target, overview, stacked = false }: FactProps) {
  const { record, can } = overview
  const save = useSaveRecord(target, overview)
  const expiry = 'expiry' in record ? (record.expiry ?? null) : null
  return (
    <EditableField
      stacked={stacked}
      field={dayField('expiry', texts.expiry)}
      value={expiry?.slice(0, 10) ?? null}
      canEdit={can.rights.includes('expiry')}
      onSave={(_field, day) =>
        save({ expiry: endOf(day) }, { done: recordTexts.saved(texts.expiry), undo: { expiry } })
      }
    />
  )
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

const plain = { description: null, readOnly: false, range: null, several: false, initial: null } as const

const textField = (id: string, label: string): FormField => ({
  ...plain,
  id,
  label,
  fieldType: 'ShortText',
  required: false,
  options: undefined,
})
const dayField = (id: string, label: string): FormField => ({ ...textField(id, label), fieldType: 'Date' })
const personField = (id: string, label: string, required: boolean): FormField => ({
  ...textField(id, label),
  fieldType: required ? 'ContractOwner' : 'User',
  required,
})

/** The field of the team; its teams are only asked for by those who may change it. */
function useTeamField(enabled: boolean): FormField {
  const teams = useQuery({
    queryKey: ['teams', 'assignable'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/teams', {
          params: { query: { $filter: 'AllowAssignment eq true', $orderby: 'Name', $top: 200 } },
          signal,
        }),
      ),
    enabled,
    staleTime: 300_000,
  })
  const options = (teams.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' }))
  return { ...textField('teamAssigned', texts.team), fieldType: 'Dropdown', options }
}

// the contract lasts through its last day
const endOf = (day: unknown) =>
  typeof day === 'string' && day !== '' ? `${day.slice(0, 10)}T23:59:00` : null

function idOf(person: unknown): { id: string } | null {
  if (typeof person !== 'object' || person === null || !('id' in person)) return null
  return { id: String(person.id) }
}

function teamOf(chosen: unknown): { id: number } | null {
  const option = optionOf(chosen)
  return option === undefined ? null : { id: Number(option.value) }
}
