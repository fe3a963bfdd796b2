// The filter of a list as a sentence whose parts are buttons, with the find box before it and the count behind it.
import { Button, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Popover } from '../../components/floating/popover.ts'
import { useDebouncedCallback } from '../../lib/debounced.ts'
import { texts } from '../texts.ts'
import { ConditionChip } from './condition-chip.tsx'
import classes from './filter-bar.module.css'
import { FilterText } from './filter-text.tsx'
import { operatorsOf } from './property.ts'
import type { FilterProperty } from './property.ts'
import {
  type Clause,
  type Condition,
  fullPath,
  isCondition,
  propertyOf,
  type Sentence,
  withClause,
} from './sentence.ts'
import { useNames } from './sentence-words.ts'
import { lazily } from '../../components/lazily.tsx'

const PropertyChooser = lazily(() => import('./property-chooser.tsx'), 'PropertyChooser', <AddFilter />)

const TYPING = 250

interface Props {
  readonly sentence: Sentence
  readonly filter: string
  readonly properties: readonly FilterProperty[]
  readonly more: readonly FilterProperty[]
  /** The property of the find box, which shows the first condition that this property contains something. */
  readonly find: string
  readonly findLabel: string
  readonly count: string
  /** Why the count is not that of all there are. */
  readonly leftOut?: string | undefined
  readonly onChange: (sentence: Sentence) => void
  readonly onText: (filter: string) => void
  /** Out of the find box and into the rows. */
  readonly onLeave: () => void
}

const isFind = (clause: Clause, find: string): clause is Condition =>
  isCondition(clause) && clause.path === find && clause.operator === 'contains'

export function FilterBar(props: Props) {
  const { sentence, filter, properties, more, find, onChange, onText } = props
  const all = [...properties, ...more]
  const names = useNames(sentence, all)
  const [added, setAdded] = useState<Added>()
  const [choosing, setChoosing] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const found = sentence.findIndex((clause) => isFind(clause, find))
  const shown = sentence.map((clause, index) => ({ clause, index })).filter(({ index }) => index !== found)
  const finished = (next: Sentence | undefined) => {
    setAdded(undefined)
    if (next) onChange(next)
    chooser.current?.focus()
  }

  const choose = (property: FilterProperty) => {
    const [operator = 'is'] = operatorsOf(property)
    const condition = { path: fullPath(property), operator, values: property.kind === 'flag' ? ['true'] : [] }
    if (property.kind === 'flag') onChange([...sentence, condition])
    setAdded({ condition, index: property.kind === 'flag' ? sentence.length : undefined })
  }
  return (
    <div className={classes.bar}>
      <FindBox {...props} clause={sentence[found]} index={found} />
      {shown.map(({ clause, index }, place) => {
        if (index === added?.index) return null
        const property = isCondition(clause) ? propertyOf(all, clause.path) : undefined
        const remove = () => onChange(withClause(sentence, index, undefined))
        return (
          <Fragment key={isCondition(clause) ? `${clause.path} ${index}` : clause.text}>
            {place > 0 && <span className={classes.between}>{texts.and}</span>}
            {isCondition(clause) && property ? (
              <ConditionChip
                condition={clause}
                property={property}
                names={names}
                isNew={false}
                onChange={(next) => onChange(withClause(sentence, index, next))}
                onRemove={remove}
                onClose={() => undefined}
              />
            ) : (
              <VerbatimChip text={isCondition(clause) ? clause.path : clause.text} onRemove={remove} />
            )}
          </Fragment>
        )
      })}
      {added && (
        <AddedChip
          {...props}
          added={added}
          all={all}
          names={names}
          onAdded={setAdded}
          onFinished={finished}
        />
      )}
      {choosing ? (
        <PropertyChooser properties={properties} more={more} button={chooser} onChoose={choose} />
      ) : (
        <AddFilter button={chooser} onClick={() => setChoosing(true)} />
      )}
      <FilterText filter={filter} onChange={onText} />
      {shown.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
          {texts.clearFilters}
        </Button>
      )}
      <output className={classes.count}>{props.count}</output>
      {props.leftOut === undefined ? null : (
        <Popover position="bottom-end" withinPortal returnFocus width={320}>
          <Popover.Target>
            <Button size="compact-sm" variant="subtle">
              {texts.whyNotAll}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={texts.whyNotAll}>
            <Text size="sm">{props.leftOut}</Text>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}

/** The button that opens the properties, before it is used for the first time. */
function AddFilter({ button, onClick }: { button?: Ref<HTMLButtonElement>; onClick?: () => void }) {
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant="default"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={texts.addFilterLabel}
      onClick={onClick}
      // what is typed right after the click is for it
      onFocus={PropertyChooser.preload}
      onPointerEnter={PropertyChooser.preload}
    >
      + {texts.addFilter}
    </Button>
  )
}

/** A condition whose editor is open since it was chosen, and its place in the sentence once it has one. */
interface Added {
  readonly condition: Condition
  readonly index: number | undefined
}

/** A new condition: it joins the sentence as soon as it has what it needs. */
function AddedChip(
  props: Props & {
    added: Added
    all: readonly FilterProperty[]
    names: ReadonlyMap<string, string>
    onAdded: (added: Added) => void
    onFinished: (sentence: Sentence | undefined) => void
  },
) {
  const { added, all, names, sentence, onChange, onAdded, onFinished } = props
  const { condition, index } = added
  const property = propertyOf(all, condition.path)
  const addedNames = useNames([condition], all)
  if (!property) return null
  return (
    <ConditionChip
      condition={condition}
      property={property}
      names={new Map([...names, ...addedNames])}
      isNew
      onChange={(next) => {
        onAdded({ condition: next, index: index ?? sentence.length })
        onChange(index === undefined ? [...sentence, next] : withClause(sentence, index, next))
      }}
      onRemove={() => onFinished(index === undefined ? undefined : withClause(sentence, index, undefined))}
      onClose={() => onFinished(undefined)}
    />
  )
}

function VerbatimChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className={classes.chip} data-verbatim="true">
      <span className={`${classes.words} mono`}>{text}</span>
      <button
        type="button"
        className={classes.remove}
        aria-label={texts.removeFilter(text)}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden="true" />
      </button>
    </span>
  )
}

function FindBox(props: Props & { clause: Clause | undefined; index: number }) {
  const { clause, index, find, findLabel, sentence, onChange, onLeave } = props
  const asked = clause && isCondition(clause) ? (clause.values[0] ?? '') : ''
  const [words, setWords] = useState(asked)
  // what was typed here and the address does not have yet
  const [sent, setSent] = useState<string>()
  const [last, setLast] = useState(asked)
  // the address has changed in another way: back, another view, all filters removed
  if (asked !== last) {
    setLast(asked)
    if (asked === sent) setSent(undefined)
    else setWords(asked)
  }
  const { run: apply } = useDebouncedCallback((text: string) => {
    const value = text.trim()
    if (value === asked) return
    setSent(value)
    const next = value === '' ? undefined : ({ path: find, operator: 'contains', values: [value] } as const)
    if (index >= 0) onChange(withClause(sentence, index, next))
    else if (next) onChange([...sentence, next])
  }, TYPING)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'Escape') return
    event.preventDefault()
    onLeave()
  }
  return (
    <TextInput
      size="xs"
      type="search"
      className={classes.find ?? ''}
      aria-label={findLabel}
      placeholder={findLabel}
      value={words}
      onChange={(event) => {
        setWords(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
