// What people get without the legal department: amounts at most, and some of the choices.
import { Button, Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import type { FormField } from '../../forms/form-parts.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { formTexts } from '../../forms/texts.ts'
import { requestTypeTexts as texts } from './request-type-texts.ts'
import classes from './types.module.css'

export interface Bound {
  readonly field: string
  readonly atMost: number | null
  readonly oneOf: readonly string[] | null
  readonly orEmpty: boolean
}

const amounts = ['Currency', 'Decimal', 'Slider']

/** What can be bounded: amounts, choices, and yes or no. */
const canBeBounded = ({ fieldType, options }: FormField) =>
  amounts.includes(fieldType) || options !== undefined || fieldType === 'Checkbox'

export function BoundsField(props: {
  fields: readonly FormField[]
  bounds: readonly Bound[]
  error: string | undefined
  onChange: (bounds: readonly Bound[]) => void
}) {
  const { fields, bounds, error, onChange } = props
  const free = fields.filter(
    (field) => canBeBounded(field) && !bounds.some((each) => each.field === field.id),
  )
  const set = (id: string, part: Partial<Bound>) =>
    onChange(bounds.map((each) => (each.field === id ? { ...each, ...part } : each)))
  const add = (id: string) => {
    const field = fields.find((each) => each.id === id)
    if (!field) return
    const isAmount = amounts.includes(field.fieldType)
    onChange([
      ...bounds,
      { field: id, atMost: isAmount ? 0 : null, oneOf: isAmount ? null : [], orEmpty: false },
    ])
  }
  return (
    <fieldset className={classes.bounds}>
      <legend>{texts.bounds}</legend>
      <p className={classes.quiet}>{texts.boundsLead}</p>
      {error === undefined ? null : <p role="alert">{error}</p>}
      {bounds.map((bound) => (
        <BoundRow
          key={bound.field}
          bound={bound}
          field={fields.find(({ id }) => id === bound.field)}
          onChange={(part) => set(bound.field, part)}
          onRemove={() => onChange(bounds.filter((each) => each !== bound))}
        />
      ))}
      {free.length > 0 ? (
        <NativeSelect
          label={texts.addBound}
          value=""
          data={[{ value: '', label: texts.choose }, ...free.map(({ id, label }) => ({ value: id, label }))]}
          onChange={(event) => add(event.currentTarget.value)}
        />
      ) : null}
    </fieldset>
  )
}

const yesOrNo = [
  { value: 'true', label: formTexts.yes },
  { value: 'false', label: formTexts.no },
]

function BoundRow(props: {
  bound: Bound
  field: FormField | undefined
  onChange: (part: Partial<Bound>) => void
  onRemove: () => void
}) {
  const { bound, field, onChange, onRemove } = props
  const label = field?.label ?? bound.field
  return (
    <div className={classes.bound}>
      {bound.oneOf === null ? (
        <AmountInput
          label={texts.atMost(label)}
          value={bound.atMost ?? 0}
          onChange={(atMost) => onChange({ atMost: atMost ?? 0 })}
        />
      ) : (
        <MultiSelect
          label={texts.oneOf(label)}
          data={[...(field?.options ?? yesOrNo)]}
          value={[...bound.oneOf]}
          onChange={(oneOf) => onChange({ oneOf })}
        />
      )}
      <Checkbox
        label={texts.orEmpty(label)}
        checked={bound.orEmpty}
        onChange={(event) => onChange({ orEmpty: event.currentTarget.checked })}
      />
      <div>
        <Button size="compact-sm" variant="subtle" aria-label={texts.removeBound(label)} onClick={onRemove}>
          {texts.removeShort}
        </Button>
      </div>
    </div>
  )
}
