// How new matters and contracts are numbered: patterns, each with the numbers that come of it.
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { capitalised } from '../../lib/words.ts'
import { type FormEvent, useMemo } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { kindNames, namesOfType } from '../../lib/kinds.ts'
import type { Version } from '../../lib/conflict.ts'
import { Refusal } from '../../lib/refusal.ts'
import { OptionalWholeInput, WholeInput } from '../../forms/inputs/whole-input.tsx'
import { type Draft, type Numbering, type Pattern, useNumberingForm, useNumbers } from './numbering.ts'
import classes from './organisation.module.css'
import { numberingTexts as texts } from './numbering-texts.ts'

const properties = [
  'type',
  'recordType',
  'prefix',
  'separator',
  'year',
  'restarts',
  'digits',
  'next',
] as const
type Property = (typeof properties)[number]

const separators: readonly Pattern['separator'][] = ['-', '/', '.']
const years: readonly Pattern['year'][] = ['None', 'Calendar', 'Financial']

/** What is wrong with one property of one pattern. */
function errorAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const message = error.errors[path]?.join(' ').replaceAll(`${path} `, '')
  return message && capitalised(message)
}

/** Whether the form shows it at its fields. */
const isShown = (error: unknown) =>
  error instanceof Refusal && Object.keys(error.errors).some((path) => path.startsWith('patterns['))

export function NumberingForm({ read }: { read: Version<Numbering> }) {
  const { next, setNext, save } = useNumberingForm(read)
  const { patterns: drafts } = next
  const patterns = useMemo(() => drafts.map(({ pattern }) => pattern), [drafts])
  const tried = useDebouncedValue(patterns, 300)
  const numbers = useNumbers(tried)
  const problem = save.error ?? numbers.error
  const setDrafts = (all: readonly Draft[]) => {
    save.reset()
    setNext({ patterns: all })
  }
  const set = (key: number, change: Partial<Pattern>) =>
    setDrafts(
      drafts.map((draft) => (draft.key === key ? { key, pattern: { ...draft.pattern, ...change } } : draft)),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(next, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.lead}</p>
      {drafts.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      {drafts.map(({ key, pattern }, index) => (
        <PatternFields
          key={key}
          number={index + 1}
          pattern={pattern}
          types={read.value.types}
          shown={numbers.data?.[index]}
          error={(name) => errorAt(problem, `patterns[${index}].${name}`)}
          onChange={(change) => set(key, change)}
          onRemove={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
        />
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        onClick={() => setDrafts([...drafts, ...newDraft(drafts)])}
      >
        {texts.add}
      </Button>
      <ErrorAlert error={isShown(problem) ? null : problem} />
      <ActionButton type="submit" busy={save.isPending} style={{ alignSelf: 'start' }}>
        {texts.save}
      </ActionButton>
    </form>
  )
}

/** A pattern for the first kind that has none, or else the first kind. */
function newDraft(drafts: readonly Draft[]): readonly Draft[] {
  const names = kindNames.find(({ type }) => !drafts.some(({ pattern }) => pattern.recordType === type))
  const type = (names ?? kindNames[0])?.type
  if (type === undefined) return []
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  const pattern = { recordType: type, type: null, prefix: type.charAt(0), digits: 4, restarts: true } as const
  return [{ key, pattern: { ...pattern, separator: '-', year: 'Calendar' } }]
}

interface Props {
  readonly number: number
  readonly pattern: Pattern
  readonly types: Numbering['types']
  /** What comes of it, once that is known. */
  readonly shown: Numbering['patterns'][number] | undefined
  readonly error: (name: Property) => string | undefined
  readonly onChange: (change: Partial<Pattern>) => void
  readonly onRemove: () => void
}

function PatternFields({ number, pattern, types, shown, error, onChange, onRemove }: Props) {
  return (
    <fieldset className={classes.pattern}>
      <legend className={classes.heading}>{texts.pattern(number)}</legend>
      <OfField
        pattern={pattern}
        types={types}
        onChange={onChange}
        error={error('type') ?? error('recordType')}
      />
      <div className={classes.together}>
        <TextInput
          label={texts.prefix}
          w="7rem"
          maxLength={20}
          value={pattern.prefix}
          onChange={(event) => onChange({ prefix: event.currentTarget.value })}
          error={error('prefix')}
        />
        <NativeSelect
          label={texts.separator}
          w="5.5rem"
          data={separators}
          value={pattern.separator}
          onChange={(event) => onChange({ separator: event.currentTarget.value as Pattern['separator'] })}
          error={error('separator')}
        />
        <NativeSelect
          label={texts.year}
          data={years.map((value) => ({ value, label: texts.years[value] }))}
          value={pattern.year}
          onChange={(event) => {
            const year = event.currentTarget.value as Pattern['year']
            onChange(year === 'None' ? { year, restarts: false } : { year })
          }}
          error={error('year')}
        />
        <WholeInput
          label={texts.digits}
          w="5rem"
          min={1}
          max={9}
          value={pattern.digits}
          onChange={(digits) => onChange({ digits })}
          error={error('digits')}
        />
        <OptionalWholeInput
          label={texts.next}
          w="8rem"
          min={1}
          ungrouped
          value={pattern.next ?? shown?.next ?? null}
          onChange={(next) => {
            if (next === (pattern.next ?? shown?.next)) return
            const { next: _next, ...others } = pattern
            onChange(next === null ? { ...others, next: undefined } : { next })
          }}
          error={error('next')}
        />
      </div>
      <Checkbox
        label={texts.restarts}
        checked={pattern.restarts}
        disabled={pattern.year === 'None'}
        onChange={(event) => onChange({ restarts: event.currentTarget.checked })}
        error={error('restarts')}
      />
      <p className={classes.numbers} aria-live="polite">
        {shown ? `${texts.numbers} ${shown.numbers.join(', ')}` : ''}
      </p>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        aria-label={texts.removeOf(number)}
        onClick={onRemove}
      >
        {texts.remove}
      </Button>
    </fieldset>
  )
}

/** Which records a pattern numbers: all of a kind, or those of one type. */
function OfField({
  pattern,
  types,
  onChange,
  error,
}: Pick<Props, 'pattern' | 'types' | 'onChange'> & { readonly error: string | undefined }) {
  const choices: { value: string; label: string }[] = kindNames.flatMap(({ type, many }) => [
    { value: type, label: texts.all(many) },
    ...types
      .filter(({ recordType }) => recordType === type)
      .map(({ id, name }) => ({ value: `${type} ${id}`, label: texts.oneType(many, name) })),
  ])
  const { recordType, type } = pattern
  return (
    <NativeSelect
      label={texts.of}
      data={choices}
      value={type?.id === undefined ? recordType : `${recordType} ${type.id}`}
      onChange={(event) => {
        const [of = '', id] = event.currentTarget.value.split(' ')
        const names = namesOfType(of)
        if (names) onChange({ recordType: names.type, type: id === undefined ? null : { id: Number(id) } })
      }}
      error={error}
    />
  )
}
