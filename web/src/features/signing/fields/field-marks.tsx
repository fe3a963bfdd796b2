// The fields of a signer over the pages of the document.
import type { PageBox } from '../../../preview/pdf/pdf-layout.ts'
import { positionOf } from '../../../preview/pdf/pdf-pages.tsx'
import type { Pictures } from './field-step.tsx'
import { fillTexts as texts, kindTexts } from './fill-texts.ts'
import classes from './fields.module.css'
import { type FieldValues, isFilled, isFilledByHand, type OwnField } from './own-fields.ts'

export function FieldMarks(props: {
  pages: readonly PageBox[]
  fields: readonly OwnField[]
  values: FieldValues
  pictures: Pictures
  name: string
  current: number | undefined
  onSelect: (field: number) => void
}) {
  const { pages, fields, values, pictures, name, current, onSelect } = props
  return fields.map((each) => {
    const at = positionOf(pages, each)
    if (!at) return null
    const { field, kind, page, label } = each
    const shown = <Shown field={each} values={values} pictures={pictures} name={name} />
    const style = { ...at, fontSize: Math.max(7, Math.min(14, at.height * 0.6)) }
    if (!isFilledByHand(each))
      return (
        <div key={field} className={classes.mark} style={style} data-filled>
          {shown}
        </div>
      )
    const filled = isFilled(each, values)
    return (
      <button
        key={field}
        type="button"
        className={classes.mark}
        style={style}
        aria-label={texts.mark(label ?? kindTexts[kind], page, filled)}
        aria-current={current === field ? 'step' : undefined}
        data-filled={filled || undefined}
        data-required={each.required || undefined}
        onClick={() => onSelect(field)}
      >
        {shown}
      </button>
    )
  })
}

function Shown(props: { field: OwnField; values: FieldValues; pictures: Pictures; name: string }) {
  const { field, values, pictures, name } = props
  const { kind, label } = field
  const value = values.get(field.field)
  if (kind === 'Name') return <span>{name}</span>
  if (kind === 'Date') return <span>{texts.onSigning}</span>
  if (typeof value === 'string' && value !== '') return <span>{value}</span>
  if (value === true && kind === 'Tick') return <span>✓</span>
  const drawn = kind === 'Initials' ? pictures.initials : pictures.signature
  if (value === true && drawn) return <img src={`data:image/png;base64,${drawn.picture}`} alt="" />
  return <span className={classes.hint}>{label ?? kindTexts[kind]}</span>
}
