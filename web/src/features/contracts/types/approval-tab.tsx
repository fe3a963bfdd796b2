// The approval of a contract type as a path: who, after whom, under which condition; edited and tried.
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useDraft } from '../../../forms/use-draft.ts'
import types from '../../types/types.module.css'
import { ApprovalPath } from './approval-path.tsx'
import { type Path, rulesQuery, type Step, useComparedFields, useSaveRules } from './approval-rules.ts'
import { StepEditor } from './step-editor.tsx'
import { approvalRuleTexts as texts } from './texts.ts'
import { TryRules } from './try-rules.tsx'

export function ApprovalTab({ typeId }: { typeId: number }) {
  const rules = useQuery(rulesQuery(typeId))
  if (rules.isPending) return <PageSkeleton lines={5} />
  if (rules.isError) return <ErrorPanel error={rules.error} retry={rules.refetch} />
  return (
    <div className={types.stack}>
      <Panel>
        <PathEditor typeId={typeId} saved={rules.data.path} etag={rules.data.etag} />
      </Panel>
      <TryRules typeId={typeId} path={rules.data.path} />
    </div>
  )
}

interface Unsaved {
  readonly path: Path
  readonly etag: string | undefined
}

let added = 0

function PathEditor(props: { typeId: number; saved: Path; etag: string | undefined }) {
  const { typeId, saved, etag } = props
  const fields = useComparedFields(typeId)
  const [unsaved, setUnsaved, forget] = useDraft<Unsaved | null>(`approval-path/${typeId}`, null)
  const [open, setOpen] = useState<string>()
  const save = useSaveRules(typeId)
  const path = unsaved?.path ?? saved
  const change = (next: Path) => setUnsaved({ path: next, etag: unsaved ? unsaved.etag : etag })
  const setSteps = (steps: readonly Step[]) => change({ ...path, steps })
  const { steps } = path

  function add() {
    added += 1
    const key = `new-${added}-${steps.length}`
    setSteps([
      ...steps,
      {
        key,
        id: undefined,
        name: texts.newStep,
        approvers: [],
        team: null,
        need: 'All',
        deadline: null,
        when: null,
      },
    ])
    setOpen(key)
  }
  function step(index: number, by: -1 | 1) {
    const [one, other] = [steps[index], steps[index + by]]
    if (one && other) setSteps(steps.with(index, other).with(index + by, one))
  }
  const submit = () =>
    save.mutate(unsaved ?? { path, etag }, {
      onSuccess: () => {
        forget()
        setOpen(undefined)
        showToast({ text: texts.saved })
      },
    })

  return (
    <>
      <p className={types.quiet}>{texts.lead}</p>
      <div className={types.acts}>
        <ActionButton size="xs" busy={save.isPending} disabled={unsaved === null} onClick={submit}>
          {texts.save}
        </ActionButton>
        {unsaved ? (
          <Button size="xs" variant="subtle" onClick={forget}>
            {texts.discard}
          </Button>
        ) : null}
        {unsaved ? <span className={types.quiet}>{texts.unsaved}</span> : null}
      </div>
      <ErrorAlert error={save.error} />
      <Checkbox
        label={texts.inOrder}
        checked={path.inOrder}
        onChange={(event) => change({ ...path, inOrder: event.currentTarget.checked })}
      />
      {steps.length === 0 ? <p className={types.quiet}>{texts.none}</p> : null}
      <ApprovalPath
        path={path}
        fields={fields}
        acts={{
          open,
          setOpen,
          step,
          remove: (key) => setSteps(steps.filter((each) => each.key !== key)),
        }}
        renderOpen={(each) => (
          <StepEditor
            step={each}
            fields={fields}
            onChange={(next) => setSteps(steps.map((one) => (one.key === next.key ? next : one)))}
          />
        )}
      />
      <div>
        <Button size="xs" variant="default" onClick={add}>
          {texts.add}
        </Button>
      </div>
    </>
  )
}
