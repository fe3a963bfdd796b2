// Demo data: taking it in, and throwing it away again.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { showToast } from '../../components/toast-store.ts'
import {
  type DemoDataState,
  type RemovedDemoData,
  useTakeInDemoData,
  useThrowAwayDemoData,
} from './own-demo.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

export function DemoData({ data }: { data: DemoDataState }) {
  const take = useTakeInDemoData()
  const [kept, setKept] = useState<RemovedDemoData['kept']>([])
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{texts.demoLead}</p>
      {data.there ? <There data={data} onGone={setKept} /> : null}
      {!data.there && kept.length > 0 ? <Kept kept={kept} /> : null}
      {data.there || data.possible ? null : <p className={classes.quiet}>{texts.demoNot}</p>}
      {data.possible ? (
        <div className={classes.acts}>
          <ActionButton
            variant="default"
            busy={take.isPending}
            onClick={() => take.mutate(undefined, { onSuccess: () => showToast({ text: texts.demoTaken }) })}
          >
            {texts.demoTake}
          </ActionButton>
        </div>
      ) : null}
      <ErrorAlert error={take.error} />
    </div>
  )
}

function There({ data, onGone }: { data: DemoDataState; onGone: (kept: RemovedDemoData['kept']) => void }) {
  const { date } = useFormat()
  const remove = useThrowAwayDemoData()
  const [asking, setAsking] = useState(false)
  const { people, matters, contracts, takenAt } = data
  return (
    <>
      <p className={classes.told}>
        {texts.demoThere(takenAt === null ? '' : date(takenAt), { people, matters, contracts })}
      </p>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.demoThrow}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={texts.demoThrowTitle}
        confirmLabel={texts.demoThrow}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: ({ kept }) => {
              onGone(kept)
              showToast({ text: texts.demoThrown })
            },
          })
        }
      >
        {texts.demoThrowLead}
      </ConfirmDialog>
    </>
  )
}

function Kept({ kept }: { kept: RemovedDemoData['kept'] }) {
  return (
    <>
      <p className={classes.told}>{texts.demoKept}</p>
      <ul className={classes.list}>
        {kept.map(({ name, because }) => (
          <li key={name} className={classes.row}>
            <span className={classes.what}>
              <span>{name}</span>
              <span className={classes.quiet}>{because}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
