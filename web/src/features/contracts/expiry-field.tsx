// The day on which a contract ends.
import { EditableField } from '../../forms/editable-field.tsx'
import { dayField } from '../records/parts/fact-fields.ts'
import type { FactProps } from '../records/parts/facts-panel.tsx'
import { useSaveRecord } from '../records/records.ts'
import { recordTexts } from '../records/texts.ts'
import { contractTexts as texts } from './texts.ts'

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

// the contract lasts through its last day
const endOf = (day: unknown) =>
  typeof day === 'string' && day !== '' ? `${day.slice(0, 10)}T23:59:00` : null
