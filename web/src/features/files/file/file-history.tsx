// What happened to a file, newest first.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import type { Answer } from '../../../lib/calls.ts'
import { historyQuery } from '../files.ts'
import { filePageTexts as texts } from '../texts.ts'
import classes from './file-page.module.css'

type Entry = Answer<'/v2/files/{fileId}/history'>['items'][number]

/** Asked for when it is unfolded. */
export function FileHistory({ fileId }: { fileId: number }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.history}</summary>
      {open && <Entries fileId={fileId} />}
    </details>
  )
}

function Entries({ fileId }: { fileId: number }) {
  const format = useFormat()
  const history = useQuery(historyQuery(fileId))
  if (history.isError) return <ErrorPanel error={history.error} retry={history.refetch} />
  if (!history.data) return <Loading />
  if (history.data.items.length === 0) return <p>{texts.noHistory}</p>
  return (
    <ol className={classes.entries}>
      {history.data.items.map((entry) => (
        <li key={entry.id}>
          <time dateTime={entry.at}>{format.dateTime(entry.at ?? '')}</time>
          <span>
            <strong>{entry.user?.name ?? texts.byItself}</strong> {actionText(entry)}
            {changesOf(entry).map(({ property, label, from, to }) => (
              <span key={property} className={classes.change}>
                {label}: {from === null ? '' : <del>{valueText(from)}</del>}{' '}
                {to === null ? '' : <ins>{valueText(to)}</ins>}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

const changesOf = ({ changes }: Entry) =>
  changes.filter(({ from, to }) => valueText(from) !== '' || valueText(to) !== '')

function actionText({ action }: Entry): string {
  const ending = action.split('.').slice(2).join('.')
  return texts.actions[ending as keyof typeof texts.actions] ?? texts.actions.updated
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'object') return 'name' in value ? String(value.name) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
