// The designer of one form: its parts, what it looks like, and what it was.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StatusMessage } from '../../../components/status-message.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { FormCalls, ReadForm } from '../type-kind.ts'
import { useTypeAction } from '../types.ts'
import { type Design, newSection, sentParts, withNew } from './design.ts'
import { DesignList, isOn } from './design-list.tsx'
import { DesignPreview } from './design-preview.tsx'
import classes from './designer.module.css'
import { FormVersions } from './form-versions.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { designerTexts as texts } from './texts.ts'
import { type Designing, useDesign } from './use-design.ts'

interface Props {
  readonly calls: FormCalls
  readonly lead: string
  readonly asks: boolean
  readonly firmMayChange?: ReadonlySet<string> | undefined
}

export function FormDesigner(props: Props) {
  const { calls } = props
  const form = useQuery({ queryKey: calls.key, queryFn: ({ signal }) => calls.read(signal) })
  if (form.isPending) return <PageSkeleton lines={6} />
  if (form.isError) return <ErrorPanel error={form.error} retry={form.refetch} />
  return <Designer key={calls.key.join('/')} {...props} form={form.data} />
}

function Designer({ calls, lead, asks, firmMayChange, form }: Props & { form: ReadForm }) {
  const designing = useDesign(calls.key.join('/'), form)
  const { design, change } = designing
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const groupIds = new Set(groupsIn(form.parts))

  function take(version: number, next: Design, lost: readonly string[]) {
    change(next)
    showToast({
      text: [texts.taken(version), ...(lost.length > 0 ? [texts.missing(lost.join(', '))] : [])].join(' '),
    })
  }

  return (
    <>
      <div className={classes.columns}>
        <div className={classes.side}>
          <p className={classes.hint}>{lead}</p>
          <SaveBar calls={calls} designing={designing} />
          <DesignList design={design} onChange={change} onSaid={setSaid} />
          <div className={classes.bar}>
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              {texts.addField}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => change(withNew(design, newSection(texts.newSection), { endOf: undefined }))}
            >
              {texts.addSection}
            </Button>
          </div>
          <StatusMessage>{said}</StatusMessage>
        </div>
        <DesignPreview design={design} asks={asks} firmMayChange={firmMayChange} />
      </div>
      <Panel title={texts.versions}>
        <p className={classes.hint}>{texts.versionsLead}</p>
        <FormVersions calls={calls} groupIds={groupIds} onTake={take} />
      </Panel>
      {adding ? (
        <LibraryDialog
          isOn={(fieldId) => isOn(design, fieldId)}
          onClose={() => setAdding(false)}
          onAdd={(part) => {
            change(withNew(design, part, { endOf: undefined }))
            setSaid(texts.added(part.label))
            setAdding(false)
          }}
        />
      ) : null}
    </>
  )
}

function groupsIn(parts: readonly unknown[]): readonly number[] {
  return parts.flatMap((part) => {
    const { group, parts: inner } = part as { group?: { id?: number }; parts?: readonly unknown[] }
    return group?.id === undefined ? [] : [group.id, ...groupsIn(inner ?? [])]
  })
}

/** What can be done with the design as a whole. */
function SaveBar({ calls, designing }: { calls: FormCalls; designing: Designing }) {
  const { design, etag, isChanged, isOutdated, canUndo, canRedo, undo, redo, discard } = designing
  const save = useTypeAction((next: Design) => calls.save(sentParts(next), etag))
  return (
    <>
      <div className={classes.bar}>
        <ActionButton
          size="xs"
          busy={save.isPending}
          disabled={!isChanged}
          onClick={() =>
            save.mutate(design, {
              onSuccess: () => {
                discard()
                showToast({ text: texts.saved })
              },
            })
          }
        >
          {texts.save}
        </ActionButton>
        <Button size="xs" variant="default" disabled={!canUndo} onClick={undo}>
          {texts.undo}
        </Button>
        <Button size="xs" variant="default" disabled={!canRedo} onClick={redo}>
          {texts.redo}
        </Button>
        {isChanged ? (
          <Button size="xs" variant="subtle" onClick={discard}>
            {texts.discard}
          </Button>
        ) : null}
        {isChanged ? <span className={classes.hint}>{texts.unsaved}</span> : null}
      </div>
      {isOutdated ? (
        <Notice kind="caution" title={texts.outdatedTitle}>
          {texts.outdated}
        </Notice>
      ) : null}
      <ErrorAlert error={save.error} />
    </>
  )
}
