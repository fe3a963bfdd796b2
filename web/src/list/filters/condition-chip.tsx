// A condition of the sentence: a button that says it and opens its editor, and one that takes it away.
import { Popover } from '../../components/floating/popover.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { useDebouncedCallback } from '../../lib/debounced.ts'
import { UNREAD } from '../../lib/unread.ts'
import { texts } from '../texts.ts'
import classes from './filter-bar.module.css'
import type { FilterProperty } from './property.ts'
import { type Condition, isComplete } from './sentence.ts'
import { type ConditionWords, wordsOf } from './sentence-words.ts'
import { lazily } from '../../components/lazily.tsx'

const ConditionEditor = lazily(() => import('./condition-editor.tsx'), 'ConditionEditor')

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
  // stays open, with what would be right, until it is read or left by Escape
  const isUnread = draft.values.includes(UNREAD)
  const words = wordsOf(shown, property, { names, format: useFormat() })
  const later = useDebouncedCallback(onChange, TYPING, 'flush')

  const edit = (next: Condition) => {
    setDraft(next)
    if (!isComplete(next, property)) return later.cancel()
    if (property.kind === 'text' || property.kind === 'number') later.run(next)
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
      onChange={(open) => !open && !isUnread && close()}
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
              if (opened) return isUnread ? undefined : close()
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
      <Popover.Dropdown
        aria-label={texts.editFilter(property.label)}
        onKeyDown={({ key }) => isUnread && key === 'Escape' && close()}
      >
        <ConditionEditor condition={draft} property={property} onChange={edit} />
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
