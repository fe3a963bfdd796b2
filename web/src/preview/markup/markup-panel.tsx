// The tracked changes of a version beside its preview: each leads to its place, and is accepted or rejected. What is
// decided is saved together, as a new version.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Previewed } from '../previewed.ts'
import panels from '../side-panels.module.css'
import { type Decided, decide, type Decision, markupQuery, type TrackedChange } from './markup.ts'
import { MarkupList } from './markup-list.tsx'
import classes from './markup-panel.module.css'
import { markupTexts as texts } from './markup-texts.ts'
import { PendingVersion } from './pending-version.tsx'

/** `mayDecide`: whether the person may add a version; `onShow` leads to a paragraph of the body. */
export function MarkupPanel(props: {
  file: Previewed
  mayDecide: boolean
  onShow: (paragraph: number) => void
  onSaved: () => void
}) {
  const { file, mayDecide, onShow, onSaved } = props
  const markup = useQuery(markupQuery(file))
  if (markup.error) return <ErrorAlert error={markup.error} />
  if (!markup.data) return <Loading label={texts.reading} />
  const { value, etag } = markup.data
  return (
    <aside className={panels.panel} aria-label={texts.heading}>
      {value.total === 0 ? (
        <p className={classes.note}>{texts.none}</p>
      ) : (
        <Changes
          file={file}
          etag={etag}
          changes={value.changes}
          total={value.total}
          isDecidable={mayDecide && value.isCurrent}
          note={mayDecide && !value.isCurrent ? texts.notCurrent : undefined}
          onShow={onShow}
          onSaved={onSaved}
        />
      )}
    </aside>
  )
}

interface ChangesProps {
  file: Previewed
  etag: string | undefined
  changes: readonly TrackedChange[]
  total: number
  isDecidable: boolean
  note: string | undefined
  onShow: (paragraph: number) => void
  onSaved: () => void
}

const none: readonly (readonly [number, Decision])[] = []
const kinds = ['Inserted', 'Deleted', 'Moved', 'Formatted'] as const

function Changes({ file, etag, changes, total, isDecidable, note, onShow, onSaved }: ChangesProps) {
  const [kind, setKind] = useState('')
  const [kept, keep, forget] = useDraft(`change-decisions/${file.fileId}/${file.version}`, none)
  const chosen: ReadonlyMap<number, Decision> = new Map(kept)
  const [current, setCurrent] = useState(changes[0]?.id)
  const [asking, setAsking] = useState<Decision>()
  const saving = useSaving({
    file,
    etag,
    onSaved() {
      forget()
      onSaved()
    },
  })
  const count = (decision: Decision) => [...chosen.values()].filter((each) => each === decision).length
  const wanted = changes.filter((change) => kind === '' || change.kind === kind)
  const go = (change: TrackedChange | undefined) => {
    if (!change) return
    setCurrent(change.id)
    if (change.place.paragraph !== null) onShow(change.place.paragraph)
  }
  const choose = (id: number | undefined, decision: Decision | undefined) => {
    if (id === undefined || !isDecidable) return
    const next = new Map(chosen)
    if (decision === undefined || next.get(id) === decision) next.delete(id)
    else next.set(id, decision)
    keep([...next])
  }
  return (
    <div className={classes.changes}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          aria-label={texts.filter}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
          data={[
            { value: '', label: texts.all(total) },
            ...kinds.map((each) => ({
              value: each,
              label: texts.kindOf(each, changes.filter((change) => change.kind === each).length),
            })),
          ]}
        />
        {isDecidable && <AllButtons onAsk={setAsking} />}
      </div>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      <MarkupList
        changes={wanted}
        current={current}
        chosen={chosen}
        isDecidable={isDecidable}
        onGo={go}
        onChoose={choose}
      />
      {total > changes.length && <p className={classes.note}>{texts.more(total - changes.length)}</p>}
      {isDecidable && <p className={classes.note}>{texts.keys}</p>}
      {isDecidable && (
        <PendingVersion
          said={texts.pending(count('Accept'), count('Reject'))}
          busy={saving.isPending}
          error={asking === undefined ? saving.error : null}
          onSave={() => saving.mutate({ chosen })}
          onClear={forget}
        />
      )}
      {asking !== undefined && (
        <ConfirmDialog
          opened
          title={texts.allTitle[asking]}
          confirmLabel={asking === 'Accept' ? texts.acceptAll : texts.rejectAll}
          busy={saving.isPending}
          error={saving.error}
          danger={asking === 'Reject'}
          onConfirm={() => saving.mutate({ chosen: new Map(), rest: asking })}
          onClose={() => setAsking(undefined)}
        >
          <p>{texts.allQuestion(total, asking)}</p>
          <p>{texts.goBack(file.version)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function AllButtons({ onAsk }: { onAsk: (decision: Decision) => void }) {
  return (
    <span className={classes.all}>
      <Button variant="default" size="compact-sm" onClick={() => onAsk('Accept')}>
        {texts.acceptAll}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => onAsk('Reject')}>
        {texts.rejectAll}
      </Button>
    </span>
  )
}

function useSaving({ file, etag, onSaved }: Pick<ChangesProps, 'file' | 'etag' | 'onSaved'>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (decided: Decided) => decide(file, etag, decided),
    onSuccess: async ({ version }) => {
      showToast({ text: `${texts.saved(version)}. ${texts.goBack(file.version)}` })
      await queries.invalidateQueries({ queryKey: ['files'] })
      onSaved()
    },
  })
}
