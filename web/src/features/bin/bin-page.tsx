// What people have deleted themselves: for a day they can take it back here.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordKinds } from '../../app/record-kinds.ts'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page, focusHeading } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { binOf, binOfFiles, type BinPart, type Deleted, deletedQuery, useRestore } from './bin.ts'
import classes from './bin-page.module.css'
import { binTexts as texts } from './texts.ts'

export function BinPage() {
  const me = useMe()
  return (
    <Page title={texts.title} lead={texts.lead}>
      {me.can.administer ? (
        <TextLink size="sm" to="/administration/bin">
          {texts.all}
        </TextLink>
      ) : null}
      {recordKinds
        .filter(({ names }) => hasFeature(me, names.feature))
        .map((kind) => (
          <Section key={kind.names.one} part={binOf(kind)} />
        ))}
      <Section part={binOfFiles} />
    </Page>
  )
}

function Section({ part }: { part: BinPart }) {
  const { administer } = useMe().can
  const deleted = useQuery(deletedQuery(part, administer))
  const restore = useRestore(part)
  return (
    <Panel title={part.title}>
      {deleted.isPending ? <PageSkeleton lines={2} /> : null}
      {deleted.isError ? <ErrorPanel error={deleted.error} retry={deleted.refetch} /> : null}
      <ErrorAlert error={restore.error} />
      {deleted.data?.length === 0 ? <p className={classes.none}>{texts.none}</p> : null}
      {deleted.data && deleted.data.length > 0 ? (
        <ul className={classes.list}>
          {deleted.data.map((each) => (
            <Row
              key={each.id}
              deleted={each}
              busy={restore.isPending}
              onRestore={() => restore.mutate(each, { onSuccess: focusHeading })}
            />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}

function Row(props: { deleted: Deleted; busy: boolean; onRestore: () => void }) {
  const { deleted, busy, onRestore } = props
  const { name, at, until } = deleted
  const format = useFormat()
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.when}>{texts.deleted(format.relative(at), format.dateTime(until))}</span>
      </span>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.restoreNamed(name)}
        disabled={busy}
        onClick={onRestore}
      >
        {texts.restore}
      </Button>
    </li>
  )
}
