// The draft is of another version than the current one: it is carried over, or discarded.
import { Button } from '@mantine/core'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Previewed } from '../previewed.ts'
import classes from './document-editor.module.css'
import { type EditableParagraph, type KeptDraft, keepDraft, readParagraphs } from './editing.ts'
import { editorTexts as texts } from './editor-texts.ts'
import { carryOver, countOf, type Edits, editsFrom, type LeftEdit } from './edits.ts'

export function CarryOver(props: {
  file: Previewed
  draft: KeptDraft
  /** Of the current version. */
  paragraphs: readonly EditableParagraph[]
  onCarried: (carried: { edits: Edits; left: readonly LeftEdit[] }) => void
  onEnd: () => void
}) {
  const { file, draft, paragraphs, onCarried, onEnd } = props
  const isReplaced = draft.version === file.version
  const carrying = useAction({
    mutationFn: async () => {
      // what it was written in is gone where the content was replaced
      const former = isReplaced ? [] : await formerParagraphs(file.fileId, draft.version)
      return carryOver(draft.edits, former, paragraphs)
    },
    onSuccess: ({ edits, left }) => onCarried({ edits: editsFrom(edits), left }),
  })
  const discarding = useAction({
    mutationFn: () => keepDraft(file, []),
    onSuccess: () => onCarried({ edits: new Map(), left: [] }),
  })
  return (
    <div className={classes.question}>
      <Notice kind="caution" title={isReplaced ? texts.replacedTitle : texts.laterTitle(draft.version)}>
        <p>{texts.later(countOf(editsFrom(draft.edits)))}</p>
      </Notice>
      <ErrorAlert error={carrying.error ?? discarding.error} />
      <div className={classes.buttons}>
        <ActionButton size="sm" busy={carrying.isPending} onClick={() => carrying.mutate()}>
          {texts.carryOver}
        </ActionButton>
        <ActionButton
          size="sm"
          variant="default"
          busy={discarding.isPending}
          onClick={() => discarding.mutate()}
        >
          {texts.discardDraft}
        </ActionButton>
        <Button variant="subtle" size="sm" onClick={onEnd}>
          {texts.close}
        </Button>
      </div>
    </div>
  )
}

async function formerParagraphs(fileId: number, version: number): Promise<readonly EditableParagraph[]> {
  try {
    return (await readParagraphs({ fileId, version })).value.paragraphs
  } catch (error) {
    // the version is gone
    if (hasStatus(error, 404)) return []
    throw error
  }
}
