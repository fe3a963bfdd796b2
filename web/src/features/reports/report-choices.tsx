// What a report is made of, to be changed: each change is in the address at once.
import { Group, MultiSelect, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DateInput } from '../../components/date-input.tsx'
import { useCurrency } from '../../forms/use-currency.ts'
import classes from './report-page.module.css'
import { canCompare, keyIn, type ReportParts } from './report-address.ts'
import type { Catalogue, ReportList } from './reports.ts'
import { texts } from './texts.ts'

interface Props {
  readonly catalogue: Catalogue
  readonly parts: ReportParts
  readonly onChange: (change: Partial<ReportParts>) => void
}

export function ReportChoices({ catalogue, parts, onChange }: Props) {
  const currency = useCurrency()
  const list = catalogue.lists.find(({ name }) => name === parts.list)
  if (!list) return null
  const choose = (name: string) => {
    const next = catalogue.lists.find((each) => each.name === name)
    const [measure] = next?.measures ?? []
    const [dimension] = next?.dimensions ?? []
    onChange({
      list: name,
      measures: measure?.name ?? 'count',
      by: dimension?.name,
      filter: undefined,
      range: undefined,
      compare: undefined,
      order: undefined,
      ...(next?.ownCurrency === true ? {} : { ownCurrency: undefined }),
    })
  }
  return (
    <div className={classes.choices}>
      <NativeSelect
        size="sm"
        label={texts.lists}
        value={parts.list}
        data={catalogue.lists.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <MultiSelect
        size="sm"
        className={classes.wide}
        label={texts.measures}
        maxValues={6}
        value={parts.measures.split(',')}
        data={list.measures.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(names) => names.length > 0 && onChange({ measures: names.join(',') })}
      />
      <Dimensions list={list} parts={parts} onChange={onChange} />
      <RangeChoice key={parts.list} list={list} parts={parts} onChange={onChange} />
      <NativeSelect
        size="sm"
        label={texts.compare}
        disabled={!canCompare(parts.range)}
        value={parts.compare ?? ''}
        data={[
          { value: '', label: texts.nothing },
          { value: 'LastYear', label: texts.lastYear },
        ]}
        onChange={(event) => onChange({ compare: event.currentTarget.value || undefined })}
      />
      {parts.measures.includes(',') ? (
        <NativeSelect
          size="sm"
          label={texts.chartShows}
          value={parts.chart ?? 'First'}
          data={Object.entries(texts.charts).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            const { value } = event.currentTarget
            onChange({ chart: value === 'First' ? undefined : value })
          }}
        />
      ) : null}
      <DateInput
        size="sm"
        label={texts.asOfDay}
        value={parts.asOf ?? ''}
        onChange={(day) => onChange({ asOf: day || undefined })}
      />
      <NativeSelect
        size="sm"
        label={texts.top}
        value={parts.top ?? '100'}
        data={[...new Set(['5', '10', '20', '50', '100', '1000', parts.top ?? '100'])].toSorted(
          (a, b) => Number(a) - Number(b),
        )}
        onChange={(event) => onChange({ top: event.currentTarget.value })}
      />
      {list.ownCurrency ? (
        <NativeSelect
          size="sm"
          label={texts.amountsIn}
          value={parts.ownCurrency === 'true' ? 'own' : ''}
          data={[
            { value: '', label: texts.eachCurrency },
            { value: 'own', label: texts.ownCurrency(currency) },
          ]}
          onChange={(event) =>
            onChange({ ownCurrency: event.currentTarget.value === 'own' ? 'true' : undefined })
          }
        />
      ) : null}
      <FilterText key={`${parts.list} ${parts.filter}`} filter={parts.filter ?? ''} onChange={onChange} />
    </div>
  )
}

type ListProps = Pick<Props, 'parts' | 'onChange'> & { readonly list: ReportList }

function Dimensions({ list, parts, onChange }: ListProps) {
  const chosen = (parts.by ?? '').split(',').filter((each) => each !== '')
  const set = (index: number, key: string) => {
    const next = [...chosen]
    if (key === '') next.splice(index)
    else next[index] = key
    onChange({ by: next.join(',') || undefined, order: undefined })
  }
  return [0, 1].map((index) => {
    if (index > chosen.length) return null
    const { dimension, unit } = keyIn(chosen[index] ?? '')
    const isDate = list.dimensions.find(({ name }) => name === dimension)?.isDate === true
    const other = keyIn(chosen[1 - index] ?? '').dimension
    return (
      <Group key={index} gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          size="sm"
          label={index === 0 ? texts.by : texts.thenBy}
          value={dimension}
          data={[
            { value: '', label: texts.nothing },
            ...list.dimensions
              .filter(({ name }) => name !== other)
              .map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onChange={(event) => set(index, event.currentTarget.value)}
        />
        {isDate ? (
          <NativeSelect
            size="sm"
            label={texts.unit}
            value={unit ?? 'Month'}
            data={Object.entries(texts.units).map(([value, label]) => ({ value, label }))}
            onChange={(event) => set(index, `${dimension}/${event.currentTarget.value}`)}
          />
        ) : null}
      </Group>
    )
  })
}

const isDays = (days: string) => days.includes('..')

function RangeChoice({ list, parts, onChange }: ListProps) {
  const dates = list.dimensions.filter(({ isDate }) => isDate)
  const [given = '', days = ''] = (parts.range ?? '').split('/')
  const date = given || (dates[0]?.name ?? '')
  const [isOpen, setIsOpen] = useState(isDays(days))
  const [from = '', to = ''] = isDays(days) ? days.split('..') : []
  const set = (name: string, next: string) =>
    onChange({ range: next === '' || next === '..' ? undefined : `${name}/${next}` })
  return (
    <>
      <NativeSelect
        size="sm"
        label={texts.rangeOf}
        value={date}
        data={dates.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(event) => set(event.currentTarget.value, days || 'ThisYear')}
      />
      <NativeSelect
        size="sm"
        label={texts.range}
        value={isOpen ? 'days' : days}
        data={[
          { value: '', label: texts.anyDay },
          ...Object.entries(texts.ranges).map(([value, label]) => ({ value, label })),
          { value: 'days', label: texts.days },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          setIsOpen(value === 'days')
          if (value !== 'days') set(date, value)
        }}
      />
      {isOpen ? (
        <>
          <DateInput
            size="sm"
            label={texts.from}
            value={from}
            onChange={(day) => set(date, `${day}..${to}`)}
          />
          <DateInput size="sm" label={texts.to} value={to} onChange={(day) => set(date, `${from}..${day}`)} />
        </>
      ) : null}
    </>
  )
}

/** Applied when it is left: while it is typed it is no filter. */
function FilterText(props: { filter: string; onChange: Props['onChange'] }) {
  const { filter, onChange } = props
  const [text, setText] = useState(filter)
  const apply = () => text.trim() !== filter && onChange({ filter: text.trim() || undefined })
  return (
    <Textarea
      size="sm"
      className={classes.whole}
      label={texts.filter}
      description={texts.filterHint}
      autosize
      minRows={1}
      maxLength={4096}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey) return
        event.preventDefault()
        apply()
      }}
    />
  )
}
