// Which department another one is part of.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ListEntry, wholeListQuery } from './reference-lists.ts'
import { texts } from './texts.ts'

export function ParentSelect(props: {
  list: string
  value: number | null
  onChange: (parent: number | null) => void
  /** It and what is below it cannot be chosen. */
  except?: number
}) {
  const { list, value, onChange, except } = props
  const { data = [] } = useQuery(wholeListQuery(list))
  const left = except === undefined ? data : data.filter((entry) => !isWithin(entry, except, data))
  return (
    <Select
      size="sm"
      label={texts.below}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.top }}
      placeholder={texts.top}
      nothingFoundMessage={texts.nothingFound}
      data={left.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}

function isWithin(entry: ListEntry, id: number, all: readonly ListEntry[]): boolean {
  for (let one: ListEntry | undefined = entry; one; ) {
    if (one.id === id) return true
    const above: number | undefined = one.parent?.id
    one = all.find(({ id: each }) => each === above)
  }
  return false
}
