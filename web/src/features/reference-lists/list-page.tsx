// One list that people choose from: found, added to, renamed, ordered, replaced and deleted in place.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { AddEntry } from './add-entry.tsx'
import { DuplicatesPanel } from './duplicates-panel.tsx'
import { Entries } from './entries.tsx'
import { type KeptList, keptList } from './kept-lists.ts'
import { listsQuery } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function ListPage() {
  const { list = '' } = useParams({ strict: false })
  return list.startsWith('field-') ? (
    <OptionsPage list={list} />
  ) : (
    <Kept list={list} kept={keptList(list, undefined)} />
  )
}

function OptionsPage({ list }: { list: string }) {
  const lists = useQuery(listsQuery)
  if (lists.isError) {
    return (
      <Page title={texts.title}>
        <ErrorPanel error={lists.error} retry={lists.refetch} />
      </Page>
    )
  }
  if (lists.isPending) return <PageSkeleton />
  const found = lists.data.find(({ name }) => name === list)
  const field = found?.field ? { ...found.field, isOrdered: found.ordered } : undefined
  return <Kept list={list} kept={field && keptList(list, field)} />
}

function Kept({ list, kept }: { list: string; kept: KeptList | undefined }) {
  const back = (
    <TextLink size="sm" to="/administration/lists">
      {texts.back}
    </TextLink>
  )
  if (!kept) {
    return (
      <Page title={texts.title}>
        <EmptyState title={texts.unknown}>{back}</EmptyState>
      </Page>
    )
  }
  return (
    <Page key={list} title={kept.title} lead={kept.lead} actions={back}>
      <ConflictAsker>
        <Panel>
          <div className={classes.whole}>
            <AddEntry list={list} kept={kept} />
            <Entries list={list} kept={kept} />
          </div>
        </Panel>
        {kept.merges ? <DuplicatesPanel list={list} kept={kept} /> : null}
      </ConflictAsker>
    </Page>
  )
}
