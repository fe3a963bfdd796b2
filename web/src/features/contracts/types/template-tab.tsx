// The template of a contract type: the document that it has, and reading one before it is used.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { FileDrop } from '../../../components/file-drop.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useAction } from '../../../lib/use-action.ts'
import { CurrentTemplate } from './current-template.tsx'
import { NoticeTemplatePanel } from './notice-template.tsx'
import { PlaceholderHelp } from './placeholder-help.tsx'
import { Placeholders } from './placeholders.tsx'
import { placeholdersQuery, readPlaceholders, useSetTemplate } from './template.ts'
import { templateTexts as texts } from './texts.ts'
import { TryTemplate } from './try-template.tsx'
import classes from '../../types/types.module.css'

export function TemplateTab({ typeId, hasWizard }: { typeId: number; hasWizard: boolean }) {
  const current = useQuery({ ...placeholdersQuery(typeId), enabled: hasWizard })
  const read = useAction({ mutationFn: (file: File) => readPlaceholders(typeId, file) })
  const use = useSetTemplate(typeId)
  const [chosen, setChosen] = useState<File>()
  const take = (file: File) => {
    setChosen(file)
    use.reset()
    read.mutate(file)
  }
  const found = chosen === undefined ? undefined : read.data
  return (
    <div className={classes.stack}>
      <Panel title={texts.current}>
        <p className={classes.quiet}>{hasWizard ? texts.lead : texts.none}</p>
        {hasWizard ? <CurrentTemplate typeId={typeId} /> : null}
        {hasWizard && current.isPending ? <PageSkeleton lines={3} /> : null}
        {current.isError ? <ErrorPanel error={current.error} retry={current.refetch} /> : null}
        <PlaceholderHelp key={String(hasWizard)} typeId={typeId} opened={!hasWizard} />
        {current.data && hasWizard ? <Placeholders typeId={typeId} found={current.data} /> : null}
        <FileDrop
          label={texts.tab}
          button={texts.choose}
          accept=".docx"
          onFile={(file) => {
            if (!read.isPending) take(file)
          }}
        >
          <output>{read.isPending ? texts.reading : texts.drop}</output>
        </FileDrop>
        <ErrorAlert error={read.error} />
      </Panel>
      {chosen && found ? (
        <Panel title={texts.chosen(chosen.name)}>
          <Placeholders
            typeId={typeId}
            found={found}
            onMended={() => read.mutate(chosen)}
            use={{
              busy: use.isPending,
              error: use.error,
              onUse: () =>
                use.mutate(chosen, {
                  onSuccess: () => {
                    setChosen(undefined)
                    showToast({ text: texts.used })
                  },
                }),
            }}
          />
        </Panel>
      ) : null}
      {hasWizard ? <TryTemplate typeId={typeId} /> : null}
      <NoticeTemplatePanel typeId={typeId} />
    </div>
  )
}
