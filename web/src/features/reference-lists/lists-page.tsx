// The lists that people choose from, each with its number of entries.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { titleOfList } from './kept-lists.ts'
import { listsQuery } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function ListsPage() {
  const lists = useQuery(listsQuery)
  const all = lists.data ?? []
  const [general, ofFields] = [
    all.filter(({ field }) => field === null),
    all.filter(({ field }) => field !== null),
  ]
  return (
    <Page title={texts.title} lead={texts.lead}>
      {lists.isPending ? <PageSkeleton /> : null}
      {lists.isError ? <ErrorPanel error={lists.error} retry={lists.refetch} /> : null}
      {lists.data ? (
        <>
          <Lists title={texts.general} lists={general} />
          <Panel title={texts.ofInvoices}>
            <ul className={classes.lists}>
              <li className={classes.listRow}>
                <TextLink to="/administration/invoice-recipients">{texts.recipients}</TextLink>
              </li>
            </ul>
          </Panel>
          <Lists title={texts.ofFields} lists={ofFields} none={texts.noFields} />
        </>
      ) : null}
    </Page>
  )
}

function Lists(props: {
  title: string
  lists: readonly { name: string; field: { name: string } | null; entries: number }[]
  none?: string
}) {
  const { title, lists, none } = props
  return (
    <Panel title={title}>
      {lists.length === 0 && none !== undefined ? <p className={classes.quiet}>{none}</p> : null}
      <ul className={classes.lists}>
        {lists.map(({ name, field, entries }) => (
          <li key={name} className={classes.listRow}>
            <TextLink to="/administration/lists/$list" params={{ list: name }}>
              {titleOfList(name, field?.name)}
            </TextLink>
            <span className={classes.quiet}>{texts.entries(entries)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
