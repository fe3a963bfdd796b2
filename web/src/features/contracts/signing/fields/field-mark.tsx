// A field over the pages: moved and resized by pointer, or by the arrow keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { PageBox } from '../../../../preview/pdf/pdf-layout.ts'
import { positionOf } from '../../../../preview/pdf/pdf-pages.tsx'
import classes from './place-fields.module.css'
import type { PlacedField } from './placed-fields.ts'
import { kindTexts } from '../../../signing/fields/fill-texts.ts'
import { placeTexts as texts } from './place-texts.ts'

const step = 4
const colours = 6

interface Props {
  field: PlacedField
  boxes: readonly PageBox[]
  isChosen: boolean
  onChoose: () => void
  onChange: (field: PlacedField) => void
  onRemove: () => void
}

export function FieldMark({ field, boxes, isChosen, onChoose, onChange, onRemove }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const moving = useDrag((across, down, start) => onChange(movedBy(start, boxes, { across, down })), field)
  const sizing = useDrag((across, down, start) => {
    const scale = boxes[start.page - 1]?.scale ?? 1
    onChange({ ...start, width: start.width + across / scale, height: start.height + down / scale })
  }, field)
  // one that was just placed takes the keys
  useEffect(() => {
    if (isChosen) button.current?.focus({ preventScroll: true })
  }, [isChosen])
  const at = positionOf(boxes, field)
  if (!at) return null
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove()
    }
    const [across, down] = arrows.get(event.key) ?? [0, 0]
    if (across === 0 && down === 0) return
    event.preventDefault()
    onChange(
      event.shiftKey
        ? { ...field, width: field.width + across, height: field.height + down }
        : { ...field, x: field.x + across, y: field.y + down },
    )
  }
  return (
    <div className={classes.place} style={at}>
      <button
        ref={button}
        type="button"
        className={classes.mark}
        data-colour={field.signer % colours}
        data-chosen={isChosen || undefined}
        aria-label={texts.field(field.kind, field.signer, field.page)}
        aria-pressed={isChosen}
        onFocus={onChoose}
        onKeyDown={keys}
        {...moving}
      >
        {`${field.signer} ${field.label ?? kindTexts[field.kind]}`}
      </button>
      {/* the size is changed by Shift and the arrow keys as well */}
      <span className={classes.corner} aria-hidden {...sizing} />
    </div>
  )
}

const arrows: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-step, 0]],
  ['ArrowRight', [step, 0]],
  ['ArrowUp', [0, -step]],
  ['ArrowDown', [0, step]],
])

/** Reports how far the pointer is from where it was put down, with the field as it was then. */
function useDrag(onMove: (across: number, down: number, start: PlacedField) => void, field: PlacedField) {
  const from = useRef<{ x: number; y: number; field: PlacedField }>(undefined)
  const end = () => {
    from.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, field }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = from.current
      if (start) onMove(event.clientX - start.x, event.clientY - start.y, start.field)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Onto the page that its middle is over by then. */
function movedBy(
  field: PlacedField,
  boxes: readonly PageBox[],
  { across, down }: { across: number; down: number },
): PlacedField {
  const box = boxes[field.page - 1]
  if (!box) return field
  const top = box.top + field.y * box.scale + down
  const middle = top + (field.height * box.scale) / 2
  const target = boxes.find((each) => middle >= each.top && middle < each.top + each.height) ?? box
  const left = box.left + field.x * box.scale + across
  return {
    ...field,
    page: target.page,
    x: (left - target.left) / target.scale,
    y: (top - target.top) / target.scale,
  }
}
