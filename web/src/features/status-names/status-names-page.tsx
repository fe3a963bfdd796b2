// What the organisation calls the statuses of its records: for all types of a kind, and for single types.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import type { Version } from '../../lib/conflict.ts'
import { kindNames } from '../../lib/kinds.ts'
import { Refusal } from '../../lib/refusal.ts'
import { capitalised } from '../../lib/words.ts'
import classes from './status-names.module.css'
import {
  draftKey,
  type Drafts,
  type Place,
  refusedKey,
  type StatusNames,
  statusNamesQuery,
  useStatusNamesForm,
} from './status-names.ts'
import { statusNamesTexts as texts } from './texts.ts'

const longest = 40

export function StatusNamesPage() {
  const read = useQuery(statusNamesQuery)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={<TextLink to="/administration/types">{texts.back}</TextLink>}
    >
      <Panel>
        {read.isPending ? <PageSkeleton lines={8} /> : null}
        {read.error ? <ErrorPanel error={read.error} retry={read.refetch} /> : null}
        {read.data ? (
          <ConflictAsker>
            <NamesForm read={read.data} />
          </ConflictAsker>
        ) : null}
      </Panel>
    </Page>
  )
}

interface ChosenPlace extends Place {
  readonly value: string
  readonly label: string
}

/** All types of each kind, then each type. */
const placesOf = ({ types }: StatusNames): readonly ChosenPlace[] =>
  kindNames.flatMap(({ type: recordType, many }): ChosenPlace[] => [
    { value: recordType, label: texts.all(many), recordType, typeId: null },
    ...types
      .filter((type) => type.recordType === recordType)
      .map(({ id, name }) => ({
        value: `${recordType} ${id}`,
        label: texts.oneType(many, name),
        recordType,
        typeId: id,
      })),
  ])

function NamesForm({ read }: { read: Version<StatusNames> }) {
  const { value: known } = read
  const { next, setNext, save } = useStatusNamesForm(read)
  const places = placesOf(known)
  const [chosen, setChosen] = useState(places[0]?.value ?? '')
  const [asks, setAsks] = useState(false)
  const place = places.find(({ value }) => value === chosen) ?? places[0]
  if (!place) return null
  const statuses = known.statuses.filter(({ recordType }) => recordType === place.recordType)
  const keys = statuses.map(({ status }) => draftKey(place, status))
  const set = (drafts: Drafts) => {
    save.reset()
    setNext(drafts)
  }
  const store = (drafts: Drafts, done: string) =>
    save.mutate(drafts, {
      onSuccess: (isSaved) => {
        setAsks(false)
        if (isSaved) showToast({ text: done })
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    store(next, texts.saved)
  }
  const reset = () => {
    const without = { ...next, ...Object.fromEntries(keys.map((key) => [key, ''])) }
    set(without)
    store(without, texts.resetDone)
  }
  const refused = refusalIn(save.error, next)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.stays}</p>
      <NativeSelect
        label={texts.of}
        data={places.map(({ value, label }) => ({ value, label }))}
        value={place.value}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p className={classes.quiet}>{texts.asIs}</p>
      <div className={classes.names}>
        {statuses.map(({ status, name }) => {
          const key = draftKey(place, status)
          const otherwise =
            (place.typeId === null ? '' : next[draftKey({ ...place, typeId: null }, status)]) || name
          return (
            <TextInput
              key={key}
              label={name}
              placeholder={otherwise}
              maxLength={longest}
              value={next[key] ?? ''}
              onChange={(event) => set({ ...next, [key]: event.currentTarget.value })}
              error={refused?.key === key ? refused.message : undefined}
            />
          )
        })}
      </div>
      <ErrorAlert error={refused && keys.includes(refused.key) ? null : save.error} />
      <div className={classes.acts}>
        <ActionButton type="submit" busy={save.isPending}>
          {texts.save}
        </ActionButton>
        {keys.some((key) => next[key]) ? (
          <Button variant="default" onClick={() => setAsks(true)}>
            {texts.reset}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asks}
        title={texts.resetTitle}
        confirmLabel={texts.reset}
        busy={save.isPending}
        error={save.error}
        onConfirm={reset}
        onClose={() => setAsks(false)}
      >
        {texts.resetSays(place.label)}
      </ConfirmDialog>
    </form>
  )
}

/** The name that was refused, and why. */
function refusalIn(error: unknown, drafts: Drafts) {
  if (!(error instanceof Refusal)) return undefined
  for (const [path, reasons] of Object.entries(error.errors)) {
    const index = /^names\[(\d+)\]/.exec(path)?.[1]
    const key = index === undefined ? undefined : refusedKey(drafts, Number(index))
    if (key) return { key, message: capitalised(reasons.join(' ').replaceAll(`${path} `, '')) }
  }
  return undefined
}
