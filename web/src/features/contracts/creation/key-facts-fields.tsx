// What the app asks about a document that was uploaded, unless the form of its type asks the same.
import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DateInput } from '../../../components/date-input.tsx'
import { fieldsOf, type FormPart } from '../../../forms/form-parts.ts'
import { answer, client } from '../../../lib/client.ts'
import { useDebouncedValue } from '../../../lib/debounced.ts'
import classes from '../../create/create.module.css'
import { contractCreationTexts as texts } from './texts.ts'
import type { UploadedFacts } from './uploaded-facts.ts'

export function KeyFactsFields(props: {
  facts: UploadedFacts
  parts: readonly FormPart[]
  onChange: (facts: UploadedFacts) => void
}) {
  const { facts, parts, onChange } = props
  const asked = new Set(fieldsOf(parts).map(({ meaning }) => meaning))
  return (
    <fieldset className={classes.facts}>
      <legend>{texts.facts}</legend>
      {asked.has('OtherParty') ? null : (
        <PartyInput value={facts.otherParty} onChange={(otherParty) => onChange({ ...facts, otherParty })} />
      )}
      {asked.has('EffectiveDate') ? null : (
        <DateInput
          size="sm"
          label={texts.starts}
          value={facts.effectiveDate}
          onChange={(effectiveDate) => onChange({ ...facts, effectiveDate })}
        />
      )}
      {asked.has('Expiry') ? null : (
        <DateInput
          size="sm"
          label={texts.expires}
          value={facts.expiry}
          onChange={(expiry) => onChange({ ...facts, expiry })}
        />
      )}
    </fieldset>
  )
}

const OFFERED = 8

/** A party by its name: those on the list are offered, another one is put on it. */
function PartyInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const id = useId()
  const words = useDebouncedValue(value.trim(), 200)
  const found = useQuery({
    queryKey: ['contractParties', 'offered', words],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contractParties', {
          params: {
            query: {
              $filter: `contains(tolower(Name),'${words.toLowerCase().replaceAll("'", "''")}')`,
              $orderby: 'Name',
              $top: OFFERED,
            },
          },
          signal,
        }),
      ),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <>
      <TextInput
        size="sm"
        label={texts.otherParty}
        description={texts.otherPartyHint}
        maxLength={255}
        list={id}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {(found.data?.items ?? []).map((party) => (
          <option key={party.id} value={party.name}>
            {party.name}
          </option>
        ))}
      </datalist>
    </>
  )
}
