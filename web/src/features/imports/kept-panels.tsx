// Mappings that are kept: using one for a table, and deleting those that nobody needs.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { NameDialog } from '../../components/name-dialog.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Import, ImportKind } from './imports.ts'
import classes from './imports.module.css'
import {
  type KeptMapping,
  keptMappingsQuery,
  useApplyMapping,
  useDeleteMapping,
  useRenameMapping,
} from './kept-mappings.ts'
import { texts } from './texts.ts'

/** Chooses one of the same kind; nothing where there is none. */
export function ApplyMapping({ one }: { one: Import }) {
  const kept = useQuery(keptMappingsQuery)
  const apply = useApplyMapping(one.id)
  const [chosen, setChosen] = useState('')
  const its = (kept.data ?? []).filter(({ kind }) => kind === one.kind)
  if (its.length === 0) return null
  return (
    <div className={classes.fix}>
      <NativeSelect
        label={texts.keptToUse}
        description={texts.keptToUseLead}
        value={chosen}
        data={[
          { value: '', label: texts.chooseKept },
          ...its.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={chosen === ''}
        onClick={() =>
          apply.mutate(Number(chosen), { onSuccess: () => showToast({ text: texts.keptIsUsed }) })
        }
      >
        {texts.use}
      </Button>
      <ErrorAlert error={apply.error} />
    </div>
  )
}

/** All of them, with their headings. */
export function KeptMappings({ kinds }: { kinds: readonly ImportKind[] }) {
  const kept = useQuery(keptMappingsQuery)
  const format = useFormat()
  const [asked, setAsked] = useState<KeptMapping>()
  const [renamed, setRenamed] = useState<KeptMapping>()
  const rename = useRenameMapping()
  if (kept.isPending) return <PageSkeleton lines={2} />
  if (kept.isError) return <ErrorPanel error={kept.error} retry={kept.refetch} />
  if (kept.data.length === 0) return <p className={classes.quiet}>{texts.noKept}</p>
  const labelOf = new Map(kinds.map(({ name, label }) => [name, label]))
  return (
    <>
      <ul className={classes.list} aria-label={texts.keptTitle}>
        {kept.data.map((each) => (
          <li key={each.id} className={classes.row}>
            <span className={classes.what}>
              <span className={classes.strong}>{each.name}</span>
              <span className={classes.quiet}>
                {texts.aboutKept(labelOf.get(each.kind) ?? each.kind, format.relative(each.created.dateUtc))}
              </span>
              <span className={classes.quiet}>{texts.headings(each.headings)}</span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.renameKept(each.name)}
              onClick={() => setRenamed(each)}
            >
              {texts.rename}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.deleteKept(each.name)}
              onClick={() => setAsked(each)}
            >
              {texts.delete}
            </Button>
          </li>
        ))}
      </ul>
      {renamed ? (
        <NameDialog
          title={texts.renameTitle}
          label={texts.keepName}
          initial={renamed.name}
          submit={texts.save}
          onSubmit={(name) => rename.mutateAsync({ mapping: renamed, name })}
          onClose={() => setRenamed(undefined)}
        />
      ) : null}
      {asked ? <DeleteDialog mapping={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

function DeleteDialog({ mapping, onClose }: { mapping: KeptMapping; onClose: () => void }) {
  const remove = useDeleteMapping()
  return (
    <ConfirmDialog
      opened
      title={texts.deleteKeptTitle}
      confirmLabel={texts.delete}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(mapping, { onSuccess: onClose })}
      onClose={onClose}
    >
      {texts.deleteKeptText(mapping.name)}
    </ConfirmDialog>
  )
}
