// Who manages a matter.
import { EditableField } from '../../forms/editable-field.tsx'
import { idOf, personField } from '../records/parts/fact-fields.ts'
import type { FactProps } from '../records/parts/facts-panel.tsx'
import { useSaveRecord } from '../records/records.ts'
import { recordTexts } from '../records/texts.ts'
import { matterTexts as texts } from './texts.ts'

export function ManagedBy({ target, overview }: FactProps) {
  const { record, can } = overview
  const save = useSaveRecord(target, overview)
  const manager = 'manager' in record ? record.manager : undefined
  return (
    <EditableField
      field={personField('manager', texts.manager, false)}
      value={manager?.user ?? null}
      canEdit={can.rights.includes('manager') && manager?.user !== null}
      onSave={(_field, user) =>
        save(
          { manager: { user: idOf(user) } },
          { done: recordTexts.saved(texts.manager), undo: { manager: { user: idOf(manager?.user) } } },
        )
      }
    >
      {manager?.intakeQueue ? texts.inIntake : undefined}
    </EditableField>
  )
}
