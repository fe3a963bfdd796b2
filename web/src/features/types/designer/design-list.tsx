// The parts of a form that is designed, in order: dragged with the mouse, moved with arrows, and set one at a time.
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import {
  type Design,
  type DesignedField,
  type DesignedPart,
  fieldsAbove,
  fieldsIn,
  moved,
  partIn,
  type Place,
  stepped,
  withoutPart,
  withPart,
} from './design.ts'
import classes from './designer.module.css'
import { fieldTypeLabel } from './field-words.ts'
import { PartSettings } from './part-settings.tsx'
import { designerTexts as texts } from './texts.ts'

interface Props {
  readonly design: Design
  readonly onChange: (next: Design) => void
  /** Says what happened, for people who do not see it. */
  readonly onSaid: (text: string) => void
}

/** What a row needs, whatever section it is in. */
interface Rows {
  readonly dragged: string | undefined
  readonly over: string | undefined
  readonly open: string | undefined
  readonly setOpen: (key: string | undefined) => void
  readonly drag: (key: string) => object
  readonly drop: (place: Place) => object
  readonly above: (key: string) => readonly DesignedField[]
  readonly step: (part: DesignedPart, step: -1 | 1) => void
  readonly remove: (part: DesignedPart) => void
  readonly set: (key: string, change: (part: DesignedPart) => DesignedPart) => void
}

export function DesignList(props: Props) {
  const { design } = props
  const rows = useRows(props)
  if (design.length === 0) return <p className={classes.hint}>{texts.empty}</p>
  return (
    <ul className={classes.list} aria-label={texts.parts}>
      {design.map((part) => (
        <PartRow key={part.key} part={part} rows={rows} />
      ))}
      <End rows={rows} of={undefined} />
    </ul>
  )
}

const nameOf = (part: DesignedPart) => (part.kind === 'group' ? part.title : part.label)
const placeKey = (place: Place) => ('before' in place ? place.before : `end of ${place.endOf ?? ''}`)

function useRows({ design, onChange, onSaid }: Props): Rows {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [open, setOpen] = useState<string>()

  function end() {
    setDragged(undefined)
    setOver(undefined)
  }

  return {
    dragged,
    over,
    open,
    setOpen,
    drag: (key) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', key)
        setDragged(key)
      },
      onDragEnd: end,
    }),
    drop: (place) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        event.stopPropagation()
        setOver(placeKey(place))
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        event.stopPropagation()
        onChange(moved(design, dragged, place))
        end()
      },
    }),
    above: (key) => fieldsAbove(design, key),
    step: (part, step) => {
      const next = stepped(design, part.key, step)
      onChange(next)
      const order = placesOf(next)
      onSaid(texts.movedTo(nameOf(part), order.indexOf(part.key) + 1, order.length))
    },
    remove: (part) => {
      onChange(withoutPart(design, part.key))
      onSaid(texts.removed(nameOf(part)))
    },
    set: (key, change) => onChange(withPart(design, key, change)),
  }
}

const placesOf = (design: Design): readonly string[] =>
  design.flatMap((part) => [part.key, ...(part.kind === 'group' ? placesOf(part.parts) : [])])

function PartRow({ part, rows }: { part: DesignedPart; rows: Rows }) {
  const { key } = part
  const isOpen = rows.open === key
  return (
    <li
      className={classes.part}
      data-over={rows.over === key && rows.dragged !== key}
      data-dragged={rows.dragged === key}
      {...rows.drag(key)}
      {...rows.drop({ before: key })}
    >
      <div className={classes.row}>
        <span className={classes.grip} title={texts.drag} aria-hidden="true">
          <IconGripVertical size={16} />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>{nameOf(part)}</span>
          <span className={classes.about}>{aboutOf(part)}</span>
        </span>
        <RowActs part={part} rows={rows} isOpen={isOpen} />
      </div>
      {isOpen ? (
        <PartSettings part={part} above={rows.above(key)} onChange={(next) => rows.set(key, () => next)} />
      ) : null}
      {part.kind === 'group' ? (
        <ul className={classes.inner} aria-label={part.title}>
          {part.parts.map((each) => (
            <PartRow key={each.key} part={each} rows={rows} />
          ))}
          {part.parts.length === 0 ? (
            <li className={classes.hint} {...rows.drop({ endOf: key })}>
              {texts.emptySection}
            </li>
          ) : (
            <End rows={rows} of={key} />
          )}
        </ul>
      ) : null}
    </li>
  )
}

function aboutOf(part: DesignedPart): string {
  const dependent = part.when ? texts.dependent : ''
  if (part.kind === 'group') return [texts.section, dependent].filter((mark) => mark !== '').join(' · ')
  const marks = [part.required ? texts.required : '', part.readOnly ? texts.readOnly : '', dependent]
  return [fieldTypeLabel(part.fieldType), ...marks].filter((mark) => mark !== '').join(' · ')
}

function RowActs({ part, rows, isOpen }: { part: DesignedPart; rows: Rows; isOpen: boolean }) {
  const name = nameOf(part)
  const common = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <span className={classes.acts}>
      <ActionIcon {...common} aria-label={texts.up(name)} onClick={() => rows.step(part, -1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.down(name)} onClick={() => rows.step(part, 1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        {...common}
        aria-label={texts.settings(name)}
        aria-expanded={isOpen}
        onClick={() => rows.setOpen(isOpen ? undefined : part.key)}
      >
        <IconSettings size={16} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={texts.remove(name)} onClick={() => rows.remove(part)}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  )
}

/** Where something is dropped to come last. */
function End({ rows, of }: { rows: Rows; of: string | undefined }) {
  const place = { endOf: of }
  return (
    <li
      aria-hidden="true"
      className={classes.end}
      data-over={rows.over === placeKey(place)}
      {...rows.drop(place)}
    />
  )
}

/** Whether a field is on the form. */
export const isOn = (design: Design, fieldId: string): boolean =>
  partIn(design, `field-${fieldId}`) !== undefined || fieldsIn(design).some(({ id }) => id === fieldId)
