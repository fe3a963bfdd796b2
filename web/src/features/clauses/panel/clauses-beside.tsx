// The clauses of the library beside a document, in the place of its versions.
import { Button } from '@mantine/core'
import { ClausesPanel } from './clauses-panel.tsx'
import classes from './panel.module.css'
import { panelTexts as texts } from './panel-texts.ts'

export function ClausesBeside(props: {
  file: { readonly fileId: number; readonly version: number }
  /** The one that is compared at once; without it, the library. */
  clause?: number | undefined
  onClose: () => void
}) {
  const { file, clause, onClose } = props
  return (
    <aside className={classes.aside} aria-label={texts.button} data-screen-only>
      <header className={classes.head}>
        <h2 className={classes.title}>{texts.button}</h2>
        <Button variant="default" size="xs" onClick={onClose}>
          {texts.versions}
        </Button>
      </header>
      <ClausesPanel file={file} clause={clause} />
    </aside>
  )
}
