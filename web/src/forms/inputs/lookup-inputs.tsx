// Inputs of fields whose choices are searched on the server, one or several of them. Where people may add a choice,
// what they typed can be added.
import { Loader, MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/refusal-message.ts'
import { optionsIn } from '../field-kind.ts'
import { type Option, optionOf } from '../form-parts.ts'
import { formTexts as texts } from '../texts.ts'
import { type FieldInputProps, labelling } from './field-inputs.ts'
import { addOption, useMayAddOptions, useOptionSearch } from './option-search.ts'
import { withChosen } from './with-chosen.ts'

// no label of an option begins like this
const ADD = '\u0000add'

export function LookupField(props: FieldInputProps) {
  const { field, value, onChange, onDone, opensAtOnce } = props
  const current = optionOf(value)
  const search = useLookup(props, current ? [current] : [], current?.label)

  async function choose(chosen: string | null) {
    const option = chosen === null ? null : await search.optionFor(chosen)
    if (option === undefined) return
    onChange(option)
    onDone?.(option)
  }

  return (
    <Select
      {...labelling(props)}
      {...search.shown}
      defaultDropdownOpened={opensAtOnce ?? false}
      placeholder={texts.search}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': texts.clear(field.label) }}
      value={current?.value ?? null}
      onChange={(chosen) => void choose(chosen)}
    />
  )
}

export function LookupsField(props: FieldInputProps) {
  const { value, onChange } = props
  const current = optionsIn(value)
  const search = useLookup(props, current, undefined)

  async function choose(chosen: readonly string[]) {
    const options = await Promise.all(chosen.map((each) => search.optionFor(each)))
    onChange(options.filter((option) => option !== undefined))
  }

  return (
    <MultiSelect
      {...labelling(props)}
      {...search.shown}
      {...(current.length === 0 ? { placeholder: texts.search } : {})}
      value={current.map((option) => option.value)}
      onChange={(chosen) => void choose(chosen)}
    />
  )
}

/** What both have in common: what is typed, what was found, and adding what was not. */
function useLookup(props: FieldInputProps, current: readonly Option[], shownWords: string | undefined) {
  const { field, error } = props
  const [words, setWords] = useState('')
  const [failed, setFailed] = useState<string>()
  const queries = useQueryClient()
  // the label of what is chosen stands in the input: it is not what somebody looks for
  const wanted = words === shownWords ? '' : words.trim()
  const found = useOptionSearch(field.id, wanted)
  const mayAdd = useMayAddOptions(field, true) || field.fieldType === 'ContractEntity'
  const { options, isSearching } = found
  const isNew = wanted !== '' && !isSearching && !options.some(({ label }) => sameWords(label, wanted))
  const data = withChosen(options, current, 'value')
  if (mayAdd && isNew) data.push({ value: ADD, label: texts.addOption(wanted) })

  async function optionFor(chosen: string): Promise<Option | undefined> {
    setFailed(undefined)
    if (chosen !== ADD) return data.find(({ value }) => value === chosen)
    try {
      const option = await addOption(field, wanted)
      void queries.invalidateQueries({ queryKey: ['field-options', field.id] })
      return option
    } catch (refusal) {
      setFailed(messageOf(refusal))
      return undefined
    }
  }

  const problem = failed ?? error ?? (found.isError ? texts.searchFailed : undefined)
  return {
    optionFor,
    shown: {
      data,
      searchable: true,
      // the server has filtered them
      filter: ({ options: all }: { options: unknown[] }) => all as never,
      searchValue: words,
      onSearchChange: setWords,
      nothingFoundMessage: isSearching ? texts.searching : texts.nothingFound,
      ...(isSearching ? { rightSection: <Loader size={14} /> } : {}),
      ...(problem === undefined ? {} : { error: problem }),
    },
  }
}

const sameWords = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()
