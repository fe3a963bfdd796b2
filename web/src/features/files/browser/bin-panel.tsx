// What was deleted from a record, and the way back: for administrators all, for others what they deleted themselves
// within a day.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { useMe } from '../../../components/me-context.ts'
import { useFileActions } from '../file-actions.ts'
import { FileIcon } from '../file-icon.tsx'
import { binQuery, type RecordRef } from '../files.ts'
import { fileTexts as texts } from '../texts.ts'
import classes from './files-tab.module.css'

export function BinPanel({ record, onBack }: { record: RecordRef; onBack: () => void }) {
  const bin = useInfiniteQuery(binQuery(record))
  const { administer } = useMe().can
  return (
    <>
      <div className={classes.actionBar}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={14} aria-hidden="true" />}
          onClick={onBack}
        >
          {texts.back}
        </Button>
        <strong>{administer ? texts.bin : texts.ownBin}</strong>
      </div>
      {bin.isError && <ErrorPanel error={bin.error} retry={bin.refetch} />}
      {bin.isPending && <Loading />}
      {bin.data && <Entries entries={bin.data.pages.flatMap(({ items }) => items)} />}
      {bin.hasNextPage && (
        <div className={classes.foot}>
          <Button variant="default" size="xs" onClick={() => void bin.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      )}
    </>
  )
}

type Entry = {
  id: number
  name?: string
  type?: string
  deleted?: { dateUtc?: string; userName?: string | null } | null
  purged?: { dateUtc?: string }
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const format = useFormat()
  const actions = useFileActions()
  const { administer } = useMe().can
  if (entries.length === 0) {
    const title = administer ? texts.binEmpty : texts.ownBinEmpty
    return <EmptyState title={title} icon={<IconTrash size={28} />} />
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" className={classes.wide}>
            {texts.binDeleted}
          </th>
          <th scope="col" className={classes.wide}>
            {texts.binUntil}
          </th>
          <th scope="col">
            <VisuallyHidden>{texts.restore}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, name = '', type, deleted, purged }) => (
          <tr key={id}>
            <td className={classes.nameCell}>
              <span className={classes.name}>
                <FileIcon file={{ name, type }} />
                <span className={classes.link}>{name}</span>
              </span>
            </td>
            <td className={`${classes.quiet} ${classes.wide}`}>
              {format.dateTime(deleted?.dateUtc ?? '')}, {deleted?.userName}
            </td>
            <td className={`${classes.quiet} ${classes.wide}`}>
              {administer ? format.date(purged?.dateUtc ?? '') : format.dateTime(dayAfter(deleted?.dateUtc))}
            </td>
            <td className={classes.number}>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void actions.restore([{ id, name, folderId: null }])}
              >
                {texts.restore}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Until when those who deleted it can take it back. */
const dayAfter = (at = '') => (at === '' ? '' : new Date(Date.parse(at) + 86_400_000).toISOString())
