// The entries of the organisation's bin that a filter finds, with what can be done with many of them.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { recordKinds } from '../../app/record-kinds.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { focusHeading } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import rows from '../../components/row-list.module.css'
import { StatusMessage } from '../../components/status-message.tsx'
import { capitalised } from '../../lib/words.ts'
import type { BinPart } from './bin.ts'
import classes from './bin-page.module.css'
import { type BinEntry, type BinEntryName, type BinOutcome, useBin, useBinOrder } from './organisation-bin.ts'
import { organisationBinTexts as texts } from './texts.ts'

// as many as one request takes
const mostAtOnce = 100

interface Props {
  readonly part: BinPart
  readonly filter: string | undefined
}

export function BinEntries({ part, filter }: Props) {
  const bin = useBin(part, filter)
  const entries = bin.data?.pages.flatMap(({ items }) => items) ?? []
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const select = (ids: readonly number[], isSelected: boolean) =>
    setSelected((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(isSelected ? [...others, ...ids].slice(0, mostAtOnce) : others)
    })
  // one that somebody else has restored or purged meanwhile is selected no more
  const chosen = entries.filter(({ id }) => selected.has(id))
  return (
    <Panel title={part.title}>
      <Acts part={part} chosen={chosen} onDone={() => setSelected(new Set())} />
      {bin.isPending ? <PageSkeleton lines={4} /> : null}
      {bin.isError ? <ErrorPanel error={bin.error} retry={bin.refetch} /> : null}
      {bin.data !== undefined && entries.length === 0 ? <p className={classes.none}>{texts.none}</p> : null}
      {entries.length === 0 ? null : (
        <Checkbox
          label={texts.selectShown}
          checked={chosen.length > 0 && chosen.length === Math.min(entries.length, mostAtOnce)}
          indeterminate={chosen.length > 0 && chosen.length < Math.min(entries.length, mostAtOnce)}
          onChange={(event) =>
            select(
              entries.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
      )}
      <ul className={rows.list} aria-label={texts.inBin(part.title)}>
        {entries.map((entry) => (
          <li key={entry.id} className={rows.row}>
            <Checkbox
              checked={selected.has(entry.id)}
              aria-label={texts.select(nameOf(part, entry))}
              disabled={!selected.has(entry.id) && chosen.length >= mostAtOnce}
              onChange={(event) => select([entry.id], event.currentTarget.checked)}
            />
            <Entry part={part} entry={entry} />
          </li>
        ))}
      </ul>
      {bin.hasNextPage ? (
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={bin.isFetchingNextPage}
          onClick={() => void bin.fetchNextPage()}
        >
          Show more
        </ActionButton>
      ) : null}
    </Panel>
  )
}

const kindOf = (part: BinPart) => recordKinds.find(({ names }) => names.many === part.name)

/** Its name; of a restricted record of others what it is and its number. */
const nameOf = (part: BinPart, { id, name }: BinEntry) =>
  name ?? texts.restricted(`${capitalised(kindOf(part)?.names.one ?? 'record')} ${id}`)

const typeOf = (part: BinPart): BinEntryName['type'] => kindOf(part)?.names.type ?? 'File'

function Entry({ part, entry }: { part: BinPart; entry: BinEntry }) {
  const format = useFormat()
  const at = entry.deleted?.dateUtc ?? ''
  const by = entry.deleted?.userName || 'a former member'
  return (
    <span className={classes.what}>
      <span className={classes.name}>{nameOf(part, entry)}</span>
      <span className={classes.when}>
        {[
          ...('resource' in entry ? [texts.on(entry.type, entry.resource)] : []),
          texts.deleted(format.dateTime(at), by),
          texts.kept(format.date(entry.purged.dateUtc)),
        ].join(' · ')}
      </span>
    </span>
  )
}

function Acts(props: { part: BinPart; chosen: readonly BinEntry[]; onDone: () => void }) {
  const { part, chosen, onDone } = props
  const [asked, setAsked] = useState(false)
  const [said, setSaid] = useState<{ readonly text: string; readonly left: readonly string[] }>()
  const [restore, purge] = [useBinOrder(), useBinOrder()]
  const entries = chosen.map(({ id }) => ({ type: typeOf(part), id }))

  const done = (words: (count: number) => string) => (outcome: BinOutcome) => {
    const left = outcome.skipped.map(({ id, because }) => {
      const entry = chosen.find((each) => each.id === id)
      return `${entry ? nameOf(part, entry) : id}: ${because}`
    })
    setSaid({ text: outcome.done.length === 0 ? '' : words(outcome.done.length), left })
    setAsked(false)
    onDone()
    // the rows that had the focus are gone
    focusHeading()
  }
  return (
    <>
      <StatusMessage>{said?.text ?? ''}</StatusMessage>
      {said !== undefined && said.left.length > 0 ? (
        <Notice kind="problem" title={texts.left(said.left.length)}>
          <ul>
            {said.left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <ErrorAlert error={restore.error} />
      <div className={classes.acts}>
        <ActionButton
          busy={restore.isPending}
          disabled={chosen.length === 0}
          onClick={() => restore.mutate({ entries }, { onSuccess: done(texts.restored) })}
        >
          {texts.restore(chosen.length)}
        </ActionButton>
        <Button
          variant="default"
          disabled={chosen.length === 0}
          onClick={() => {
            purge.reset()
            setAsked(true)
          }}
        >
          {texts.purge(chosen.length)}
        </Button>
      </div>
      {asked ? (
        <ReasonDialog
          danger
          title={texts.purgeTitle(chosen.length)}
          label="Reason"
          hint={texts.reasonHint}
          confirmLabel={texts.confirmPurge}
          busy={purge.isPending}
          error={purge.error}
          onConfirm={(reason) => purge.mutate({ entries, reason }, { onSuccess: done(texts.purged) })}
          onClose={() => setAsked(false)}
        >
          <p style={{ margin: 0 }}>{texts.purgeWarning}</p>
        </ReasonDialog>
      ) : null}
    </>
  )
}
