// Who may see a record, and why, for those who may change its people and for administrators.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { RecordViewers } from '../record-calls.ts'
import type { RecordRef } from '../records.ts'
import classes from './viewers-dialog.module.css'
import { viewersTexts as texts } from './viewers-texts.ts'

type Viewer = RecordViewers['items'][number]

export function ViewersDialog({ target, onClose }: { target: RecordRef; onClose: () => void }) {
  const { kind, id } = target
  const viewers = useQuery({
    queryKey: [kind.names.many, id, 'viewers'],
    // rights and teams change elsewhere
    staleTime: 0,
    queryFn: ({ signal }) => kind.calls.viewers(id, signal),
  })
  const { data } = viewers
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      {viewers.isPending ? <PageSkeleton lines={4} /> : null}
      {viewers.isError ? <ErrorPanel error={viewers.error} retry={viewers.refetch} /> : null}
      {data ? (
        <div className={classes.whole}>
          <p className={classes.quiet}>{texts.count(data.items.length)}</p>
          <Viewers viewers={data.items} />
          {data.restricted ? (
            <section>
              <h3 className={classes.heading}>{texts.keptOut(data.keptOut.length)}</h3>
              <Viewers viewers={data.keptOut} />
            </section>
          ) : null}
          {data.complete ? null : <p className={classes.quiet}>{texts.more}</p>}
        </div>
      ) : null}
    </Modal>
  )
}

function Viewers({ viewers }: { viewers: readonly Viewer[] }) {
  return (
    <ul className={classes.list}>
      {viewers.map(({ user, reasons }) => (
        <li key={user.id} className={classes.row}>
          <span>{user.name}</span>
          <span className={classes.quiet}>{reasons.map((reason) => texts.reasons[reason]).join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}
