// What each column of a table is, how it is written, and what every row has.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import {
  type Column,
  type Import,
  type ImportProperty,
  type Mapping,
  mappingOf,
  useMapping,
} from './imports.ts'
import classes from './imports.module.css'
import { keptMappingsQuery, useKeepMapping } from './kept-mappings.ts'
import { ApplyMapping } from './kept-panels.tsx'
import { texts } from './texts.ts'

interface Props {
  readonly one: Import
  readonly properties: readonly ImportProperty[]
}

export function ColumnsPanel({ one, properties }: Props) {
  const mapping = useMapping(one.id)
  const change = (column: number, changed: Partial<Mapping['columns'][number]> | undefined) => {
    const now = mappingOf(one)
    const others = now.columns.filter((each) => each.column !== column)
    const before = now.columns.find((each) => each.column === column)
    const property = changed?.property ?? before?.property
    // another column that was this property is left out
    const kept = others.filter((each) => each.property !== property)
    const columns =
      changed === undefined || property === undefined
        ? others
        : [...kept, { ...before, column, property, ...changed }]
    mapping.mutate({ ...now, columns: columns.toSorted((a, b) => a.column - b.column) })
  }
  const taken = new Set([...one.columns, ...one.always].map(({ property }) => property))
  const missing = properties.filter(({ name, required }) => required && !taken.has(name))
  const leftOut = one.columns
    .filter(({ property, filled }) => property === null && filled > 0)
    .map(({ heading, column }) => heading || texts.unnamed(column))
  return (
    <Panel title={texts.columns}>
      <p className={classes.quiet}>{texts.columnsLead}</p>
      <ApplyMapping one={one} />
      <ErrorAlert error={mapping.error} />
      <ul className={classes.list}>
        {one.columns.map((column) => (
          <ColumnRow key={column.column} column={column} properties={properties} onChange={change} />
        ))}
      </ul>
      <Always
        one={one}
        properties={properties}
        onChange={(always) => mapping.mutate({ ...mappingOf(one), always })}
      />
      {missing.length > 0 ? (
        <p className={classes.problem}>{texts.missing(missing.map(({ label }) => label))}</p>
      ) : null}
      {leftOut.length > 0 ? <p className={classes.quiet}>{texts.leftOut(leftOut)}</p> : null}
      <Keep one={one} />
    </Panel>
  )
}

const optionsOf = (properties: readonly ImportProperty[]) =>
  properties.map(({ name, label, required }) => ({
    value: name,
    label: required ? texts.required(label) : label,
  }))

function ColumnRow(props: {
  column: Column
  properties: readonly ImportProperty[]
  onChange: (column: number, changed: Partial<Mapping['columns'][number]> | undefined) => void
}) {
  const { column, properties, onChange } = props
  const { column: number, property, pattern, patterns, ambiguous, samples } = column
  const heading = column.heading || texts.unnamed(number)
  const help = properties.find(({ name }) => name === property)?.help ?? ''
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.strong}>{heading}</span>
        <span className={classes.quiet}>{samples.length === 0 ? texts.empty : texts.samples(samples)}</span>
        {help === '' ? null : <span className={classes.quiet}>{help}</span>}
      </span>
      <span className={classes.control}>
        <NativeSelect
          aria-label={texts.property(heading)}
          value={property ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(number, value === '' ? undefined : { property: value, pattern: null })
          }
          data={[{ value: '', label: texts.leaveOut }, ...optionsOf(properties)]}
        />
        {patterns.length > 1 || ambiguous ? (
          <NativeSelect
            mt={6}
            aria-label={texts.pattern(heading)}
            error={ambiguous ? texts.ambiguous : undefined}
            value={pattern ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange(number, { pattern: value === '' ? null : value })
            }
            data={[
              ...(ambiguous ? [{ value: '', label: texts.choosePattern }] : []),
              ...patterns.map((each) => ({ value: each, label: texts.patternRead(each) })),
            ]}
          />
        ) : pattern === null ? null : (
          <span className={classes.quiet}>{texts.patternRead(pattern)}</span>
        )}
      </span>
    </li>
  )
}

function Always(props: Props & { onChange: (always: NonNullable<Mapping['always']>) => void }) {
  const { one, properties, onChange } = props
  const [property, setProperty] = useState('')
  const [text, setText] = useState('')
  const labelOf = (name: string) => properties.find((each) => each.name === name)?.label ?? name
  const taken = new Set([...one.columns, ...one.always].map((each) => each.property))
  const free = properties.filter(({ name }) => !taken.has(name))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (property === '' || text.trim() === '') return
    onChange([...one.always, { property, text: text.trim() }])
    setProperty('')
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <p className={classes.strong}>{texts.always}</p>
      <ul className={classes.list}>
        {one.always.map((each) => (
          <li key={each.property} className={classes.row}>
            <span className={classes.what}>
              <span>
                {labelOf(each.property)}: {each.text}
              </span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.alwaysRemove(labelOf(each.property))}
              onClick={() => onChange(one.always.filter((other) => other !== each))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.fix}>
        <NativeSelect
          label={texts.alwaysProperty}
          value={property}
          onChange={(event) => setProperty(event.currentTarget.value)}
          data={[{ value: '', label: '' }, ...optionsOf(free)]}
        />
        <TextInput
          label={texts.alwaysText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.alwaysAdd}
        </Button>
      </div>
    </form>
  )
}

function Keep({ one }: { one: Import }) {
  const keep = useKeepMapping(one.id)
  const kept = useQuery(keptMappingsQuery)
  const [name, setName] = useState('')
  const known = kept.data?.find((each) => each.kind === one.kind && each.name === name.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    keep.mutate({ name: name.trim(), known }, { onSuccess: () => showToast({ text: texts.kept }) })
  }
  return (
    <form onSubmit={submit} className={classes.fix}>
      <TextInput
        label={texts.keep}
        description={texts.keepLead}
        placeholder={texts.keepName}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ActionButton type="submit" variant="default" busy={keep.isPending}>
        {known ? texts.replaceKept : texts.keep}
      </ActionButton>
      <ErrorAlert error={keep.error} />
    </form>
  )
}
