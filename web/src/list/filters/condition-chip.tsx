// A condition of the sentence: a button that says it and opens its editor, and one that takes it away.
import { NativeSelect, Popover, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { operatorWords, texts } from '../texts.ts'
import classes from './filter-bar.module.css'
import { type FilterProperty, type Operator, operatorsOf, valuesTaken } from './property.ts'
import { type Condition, isComplete } from './sentence.ts'
import { type ConditionWords, wordsOf } from './sentence-words.ts'
import { lazily } from '../../components/lazily.tsx'

const ValueEditor = lazily(() => import('./value-editor.tsx'), 'ValueEditor')

/** Typing asks the server once it stops for so long. */
const TYPING = 300

interface Props {
  readonly condition: Condition
  readonly property: FilterProperty
  readonly names: ReadonlyMap<string, string>
  readonly isNew: boolean
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

export function ConditionChip({ condition, property, names, isNew, onChange, onRemove, onClose }: Props) {
  const [opened, setOpened] = useState(isNew)
  const [draft, setDraft] = useState(condition)
  const shown = opened ? draft : condition
  const words = wordsOf(shown, property, { names, format: useFormat() })
  const later = useDebouncedCallback(onChange, { delay: TYPING, flushOnUnmount: true })

  const edit = (next: Condition) => {
    setDraft(next)
    if (!isComplete(next, property)) return later.cancel()
    if (property.kind === 'text' || property.kind === 'number') later(next)
    else onChange(next)
  }
  const close = () => {
    setOpened(false)
    later.flush()
    onClose()
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      width={320}
    >
      <span className={classes.chip}>
        <Popover.Target>
          <button
            type="button"
            className={classes.words}
            aria-label={texts.editFilter(words.text)}
            onClick={() => {
              if (opened) return close()
              setDraft(condition)
              setOpened(true)
            }}
          >
            <Words words={words} />
          </button>
        </Popover.Target>
        <button
          type="button"
          className={classes.remove}
          aria-label={texts.removeFilter(words.text)}
          onClick={onRemove}
        >
          <IconX size={12} aria-hidden="true" />
        </button>
      </span>
      <Popover.Dropdown aria-label={texts.editFilter(property.label)}>
        <Editor condition={draft} property={property} onChange={edit} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Words({ words: { property, operator, values } }: { words: ConditionWords }) {
  return (
    <>
      {property} <span className={classes.operator}>{operator}</span> {values}
    </>
  )
}

function Editor(props: {
  condition: Condition
  property: FilterProperty
  onChange: (next: Condition) => void
}) {
  const { condition, property, onChange } = props
  const offered = operatorsOf(property)
  const operators = offered.includes(condition.operator) ? offered : [condition.operator, ...offered]
  const withOperator = (operator: Operator): Condition => {
    const keeps = valuesTaken(operator, property) === valuesTaken(condition.operator, property)
    const isDays = (each: Operator) => each === 'next' || each === 'last'
    if (isDays(operator))
      return { ...condition, operator, values: isDays(condition.operator) ? condition.values : ['30'] }
    return { ...condition, operator, values: keeps && !isDays(condition.operator) ? condition.values : [] }
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        size="sm"
        label={property.label}
        value={condition.operator}
        data={operators.map((value) => ({ value, label: operatorWords(value, property.kind) }))}
        onChange={(event) => onChange(withOperator(event.currentTarget.value as Operator))}
      />
      <ValueEditor
        property={property}
        operator={condition.operator}
        values={condition.values}
        onChange={(values) => onChange({ ...condition, values })}
      />
    </Stack>
  )
}
