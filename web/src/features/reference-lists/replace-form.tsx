// Putting another entry in the place of one: what that changes is shown before.
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { withChosen } from '../../forms/inputs/with-chosen.ts'
import { choicesQuery, type Named, useReplaceEntry, usesQuery } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'
import { ShownUses } from './uses-of.tsx'

export function ReplaceForm(props: { list: string; entry: Named; into?: Named; onClose: () => void }) {
  const { list, entry, onClose } = props
  const uses = useQuery(usesQuery(list, entry.id))
  const replace = useReplaceEntry(list)
  const [into, setInto] = useState<Named | undefined>(props.into)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (into) replace.mutate({ from: entry, into }, { onSuccess: onClose })
  }
  const similar = uses.data?.similar ?? []
  return (
    <form onSubmit={submit} className={classes.form}>
      <p className={classes.lead}>{texts.replaceLead}</p>
      {uses.isPending ? <PageSkeleton lines={3} /> : null}
      {uses.isError ? <ErrorPanel error={uses.error} retry={uses.refetch} /> : null}
      {uses.data ? <ShownUses uses={uses.data.uses} /> : null}
      <EntrySelect list={list} except={entry.id} entry={into} onEntry={setInto} />
      {similar.length > 0 ? (
        <div>
          <p className={classes.quiet}>{texts.similar}</p>
          <div className={classes.acts}>
            {similar.map((one) => (
              <Button
                key={one.id}
                size="compact-sm"
                variant={into?.id === one.id ? 'light' : 'default'}
                onClick={() => setInto(one)}
              >
                {one.name}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
      <ErrorAlert error={replace.error} />
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <ActionButton
          type="submit"
          color="red.9"
          busy={replace.isPending}
          disabled={!into || !uses.isSuccess}
        >
          {texts.replaceConfirm(into?.name)}
        </ActionButton>
      </div>
    </form>
  )
}

function EntrySelect(props: {
  list: string
  except: number
  entry: Named | undefined
  onEntry: (entry: Named | undefined) => void
}) {
  const { list, except, entry, onEntry } = props
  const [words, setWords] = useState('')
  const asked = useDebouncedValue(words === entry?.name ? '' : words.trim(), 200)
  const found = useQuery(choicesQuery(list, asked))
  const others = (found.data ?? []).filter(({ id }) => id !== except)
  const all = withChosen<Named>(others, entry ? [entry] : [], 'id')
  return (
    <Select
      label={texts.into}
      description={texts.intoHint}
      searchable
      // the server has filtered them
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={found.isFetching ? texts.searching : texts.nothingFound}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={entry ? String(entry.id) : null}
      onChange={(chosen) => onEntry(all.find(({ id }) => String(id) === chosen))}
    />
  )
}
