// Records that nobody of the organisation can open: an administrator takes them over here, with a reason.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { recordKinds } from '../../app/record-kinds.ts'
import { nameOf } from '../../lib/person-name.ts'
import { capitalised } from '../../lib/words.ts'
import type { Unattended } from '../records/record-calls.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { unattendedTexts as texts } from './texts.ts'
import { unattendedQuery, useTakeOver } from './unattended.ts'
import classes from './unattended-page.module.css'

export function UnattendedPage() {
  const me = useMe()
  return (
    <Page title={texts.title} lead={texts.lead}>
      {recordKinds
        .filter(({ names }) => hasFeature(me, names.feature))
        .map((kind) => (
          <Section key={kind.names.one} kind={kind} />
        ))}
    </Page>
  )
}

function Section({ kind }: { kind: RecordKind }) {
  const found = useQuery(unattendedQuery(kind.names))
  const [taking, setTaking] = useState<number>()
  return (
    <Panel title={capitalised(kind.names.many)}>
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.data?.length === 0 ? <p className={classes.none}>{texts.none}</p> : null}
      {found.data && found.data.length > 0 ? (
        <ul className={classes.list}>
          {found.data.map((each) => (
            <Row key={each.id} kind={kind} unattended={each} onTake={() => setTaking(each.id)} />
          ))}
        </ul>
      ) : null}
      {taking === undefined ? null : (
        <TakeOverDialog kind={kind} id={taking} onClose={() => setTaking(undefined)} />
      )}
    </Panel>
  )
}

function Row(props: { kind: RecordKind; unattended: Unattended; onTake: () => void }) {
  const { kind, unattended, onTake } = props
  const { id, owner, created, restricted } = unattended
  const format = useFormat()
  const name = texts.named(kind.names, id)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {texts.about(nameOf(owner ?? {}), format.date(created?.dateUtc ?? ''), restricted)}
        </span>
      </span>
      <Button variant="default" size="xs" aria-label={texts.takeNamed(name)} onClick={onTake}>
        {texts.take}
      </Button>
    </li>
  )
}

function TakeOverDialog({ kind, id, onClose }: { kind: RecordKind; id: number; onClose: () => void }) {
  const take = useTakeOver(kind)
  return (
    <ReasonDialog
      title={texts.takeTitle(texts.named(kind.names, id))}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.take}
      busy={take.isPending}
      error={take.error}
      onConfirm={(reason) => take.mutate({ id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>{texts.takeLead}</div>
    </ReasonDialog>
  )
}
